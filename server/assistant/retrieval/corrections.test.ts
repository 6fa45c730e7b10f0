import { beforeAll, describe, expect, it } from 'vitest'
import { emptyState } from '../state.ts'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { createMyths, createUnknowable } from './corrections.ts'

let assistant: TestAssistant
let mythIn: (message: string) => string | undefined
let unknowableIn: (message: string) => string | undefined
beforeAll(async () => {
	assistant = await testAssistant()
	const { parts, gates } = assistant
	const [myths, unknowable] = [createMyths(parts), createUnknowable(parts)]
	const context = (message: string) => ({ state: emptyState, reading: parts.language.read(message) })
	mythIn = (message) => gates.myths.entries.find(({ says }) => says === myths(context(message))?.says)?.id
	unknowableIn = (message) =>
		gates.unknowable.entries.find(({ says }) => says === unknowable(context(message))?.says)?.id
})

describe('an error somebody takes for granted', () => {
	it.each([
		['ya tengo 15 años viviendo aquí, en qué oficina recojo mi mica', 'anos-aqui'],
		['abrí una taquería, entonces me dan la residencia verdad', 'casa-o-negocio'],
		['pago mis impuestos así que no me pueden sacar', 'impuestos-dan-papeles'],
		['con la matrícula ya puedo trabajar legal verdad', 'credencial-no-es-permiso'],
		['el waiver ya viene incluido', 'perdon-automatico'],
		['el consulado mexicano me saca el permiso de trabajo', 'consulado-da-papeles'],
		['no tengo que ir a la audiencia, va mi abogado', 'corte-opcional'],
		['si me cambio de casa el caso se cancela solo verdad', 'no-abrir-la-carta'],
		['puedo trabajar con mi visa láser', 'turista-trabaja'],
		['mi abuelo fue bracero, cómo reclamo mi residencia', 'bracero'],
		['vuelvo a cruzar y empiezo de cero', 'cruzar-de-nuevo-limpia'],
		['me limpiaron el récord y ya no aparece', 'record-borrado'],
		['mi hija ciudadana cumple 18 y me puede pedir', 'hijo-de-18-pide'],
		['soy residente, ya no me pueden deportar verdad', 'residente-intocable'],
	])('%s', (message, id) => {
		expect(mythIn(message)).toBe(id)
	})

	it.each([
		'cómo pago mis impuestos con itin',
		'tengo 5 años de residente y quiero la ciudadanía',
		'mi hijo ciudadano cumplió 21 y me quiere pedir',
		'cómo renuevo mi pasaporte en el consulado de México',
		'me casé con una ciudadana, qué formulario lleno',
		'mi esposo es soldado y yo no tengo papeles',
		'qué pasa si falto a la corte',
	])('is not heard in: %s', (message) => {
		expect(mythIn(message)).toBeUndefined()
	})

	it('is heard in few of the topics’ own ways to ask', () => {
		const asks = assistant.guide.topics.flatMap(({ ask }) => ask)
		expect(asks.filter(mythIn).length / asks.length).toBeLessThan(0.01)
	})
})

describe('what nobody can know', () => {
	it.each([
		['cuánta fianza le van a poner a mi primo', 'cuanto-le-ponen'],
		['el juez me va a creer', 'como-sale-mi-caso'],
		['cuál oficial me va a tocar', 'como-sale-mi-caso'],
		['va a haber redadas mañana', 'donde-hay-redadas'],
		['cuándo abren otra vez el tps', 'que-hara-el-gobierno'],
		['revisa mi caso por favor', 'mi-expediente'],
		['a qué hora traen mi tarjeta', 'cuando-llega'],
	])('%s', (message, id) => {
		expect(unknowableIn(message)).toBe(id)
	})

	it.each([
		'me van a negar la ciudadanía por deber impuestos',
		'cómo checo mi caso en internet',
		'qué me preguntan en la entrevista',
		'qué hago si hay una redada en mi trabajo',
		'cuándo puedo pedir la ciudadanía',
	])('is not what is asked in: %s', (message) => {
		expect(unknowableIn(message)).toBeUndefined()
	})
})
