import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { type CarriedCheck, createCarriedCheck } from './carried.ts'
import { loadCheckingTables } from './load-tables.ts'

let assistant: TestAssistant
let check: CarriedCheck
beforeAll(async () => {
	assistant = await testAssistant()
	check = createCarriedCheck({
		topics: assistant.guide.topics,
		gates: assistant.gates,
		tables: loadCheckingTables(),
	})
})

function isCarried(topicId: string, sentence: string, ...said: string[]): boolean {
	const topic = assistant.parts.topic(topicId)
	if (!topic) throw new Error(`no topic "${topicId}"`)
	return check.against([topic], [], said)(sentence)
}

describe('what the guide says in other words is carried', () => {
	it.each([
		['corte-sin-abogado', 'Ve a tu cita aunque nadie te ayude y pídele al juez otra fecha.'],
		['que-firmar-si-te-detienen', 'Si no entiendes un papel, no lo firmes y pide una copia.'],
		['juramento-y-despues', 'Entregas tu tarjeta de residente y te dan el certificado.'],
		['traducciones-y-copias', 'Guarda los originales y manda copias que se lean bien.'],
		['fianza-de-inmigracion', 'El juez se fija en si la persona es un peligro.'],
		['numero-de-seguro-social', 'La tarjeta no cuesta, y se pide con papeles originales.'],
		['derechos-si-llega-ice-a-la-casa', 'No estás obligado a abrir si no hay orden de un juez.'],
	])('%s: %s', (topicId, sentence) => {
		expect(isCarried(topicId, sentence)).toBe(true)
	})

	it('and so is a reviewed text that is no topic', () => {
		const carries = check.against([], ['El pasaporte mexicano se renueva en el consulado.'], [])
		expect(carries('En el consulado renuevas tu pasaporte mexicano.')).toBe(true)
		expect(carries('En la panadería renuevas tu bicicleta.')).toBe(false)
	})
})

describe('what the guide does not say is left out', () => {
	it.each([
		['corte-sin-abogado', 'El alguacil reparte canastas a quien llega temprano.'],
		['hermanos-f4', 'La fila la acomodan los partidos según las elecciones.'],
		['examen-medico-i-693', 'Tómate un jarabe de miel la noche anterior.'],
		['fianza-de-inmigracion', 'Empeña las joyas de tu abuela.'],
	])('%s: %s', (topicId, sentence) => {
		expect(isCarried(topicId, sentence)).toBe(false)
	})

	it('even when the person said it, if it is something to do', () => {
		expect(isCarried('corte-sin-abogado', 'Esconde la carta en el jardín.', 'escondo la carta en el jardin')).toBe(
			false,
		)
	})
})

describe('the opposite of the guide is left out', () => {
	it.each([
		['que-firmar-si-te-detienen', 'Firma el papel.', 'No firmes el papel.'],
		['corte-sin-abogado', 'No vayas a tu cita.', 'Ve a tu cita.'],
		['examen-medico-i-693', 'Abre el sobre.', 'No abras el sobre.'],
		['juramento-y-despues', 'Vota antes del juramento.', 'No votes antes del juramento.'],
		['traducciones-y-copias', 'No hace falta traducción.', 'No hace falta notario.'],
	])('%s: %s', (topicId, turned, straight) => {
		expect([isCarried(topicId, turned), isCarried(topicId, straight)]).toEqual([false, true])
	})
})

describe('nothing is surer than in the guide', () => {
	it.each([
		['corte-sin-abogado', 'El juez te da otra fecha siempre.', 'El juez puede darte otra fecha.'],
		['sufrimiento-extremo', 'El oficial te aprueba con esas cartas.', 'El oficial mira todo junto.'],
		['viajar-con-residencia', 'Nadie duda de ti al volver.', 'Pueden dudar de ti al volver.'],
		[
			'daca-viajar-y-volver',
			'Con el permiso entras sin problema.',
			'Aun con el permiso, un oficial decide en la entrada.',
		],
	])('%s: %s', (topicId, sure, open) => {
		expect([isCarried(topicId, sure), isCarried(topicId, open)]).toEqual([false, true])
	})
})
