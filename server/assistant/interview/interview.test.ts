import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { findWays } from './find-ways.ts'
import { createFactReader } from './read-facts.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})

describe('whoever wants papers is asked first', () => {
	it.each([
		'como puedo arreglar mis papeles',
		'quiero legalizarme',
		'mi mama puede arreglar?',
		'cómo saco la residencia por mi hijo',
		'hay alguna forma de tener papeles',
		'quiero regularizar mi situacion migratoria',
		'puedo emigrar por mi hija ciudadana',
		'qué opciones tengo para arreglar',
		'como le hago para estar legal',
		'me quiero hacer residente',
		'se puede arreglar si entre de mojado',
		'quiero arreglarle los papeles a mi esposa',
		'necesito la green card',
		'how can i fix my papers',
	])('%s', (message) => {
		const { kind, reply, state } = assistant.say(message)
		expect(kind).toBe('clarify')
		expect(reply).toMatch(/\?$/)
		expect(state.interview?.asked).toBe(1)
	})

	it.each([
		'cómo renuevo mi green card',
		'perdí mi mica, cómo saco otra',
		'ya gané mi asilo, cuándo pido la residencia',
		'cuánto cuesta la residencia',
		'me quiero hacer ciudadano',
		'se venció mi residencia',
	])('but not who asks: %s', (message) => {
		expect(assistant.say(message).kind).not.toBe('clarify')
	})
})

describe('the two questions', () => {
	it('are asked together when nothing is known', () => {
		const { reply } = assistant.say('quiero arreglar mis papeles')
		expect(reply.match(/\?/g)).toHaveLength(2)
		expect(reply).toContain('en qué año entró')
	})

	it('are asked one by one when one is answered', () => {
		expect(assistant.say('entré por el río en 2010, cómo arreglo mis papeles').reply).toContain(
			'qué familia con papeles hay',
		)
		expect(assistant.say('mi esposa es ciudadana, cómo arreglo mis papeles').reply).toContain('en qué año entró')
	})

	it('are about other entries and arrests when the message answers both', () => {
		const message = 'mi esposa es ciudadana y entré con visa, puedo arreglar mi situación'
		const { kind, reply } = assistant.say(message)
		expect(kind).toBe('clarify')
		expect(reply).toMatch(/vuelto a entrar.*\?.*arresto\?$/)
		expect(assistant.say(message, 'no, nunca').reply).toContain('I-485')
		expect(assistant.say(message, 'me deportaron en 2010').reply).toContain('orden de deportación')
		expect(assistant.say(message, 'tuve un dui').reply).toContain('se revisa primero')
	})

	it('are asked twice at most', () => {
		expect(assistant.say('quiero legalizarme', 'pues no sé', 'quién sabe').kind).toBe('answer')
	})

	it('give way to another question', () => {
		const { kind, state } = assistant.say(
			'quiero legalizarme',
			'oye y cómo renuevo el permiso de trabajo que ya tengo vencido?',
		)
		expect(kind).toBe('answer')
		expect(state.topic?.id).toBe('renovar-permiso-de-trabajo')
		expect(state.interview).toBeUndefined()
	})
})

describe('the ways', () => {
	it.each([
		[
			['cómo arreglo mis papeles', 'por el cerro en 2008', 'mi esposo es ciudadano'],
			['I-130', 'I-601A', 'consulado'],
		],
		[
			['cómo arreglo mis papeles', 'con visa de turista en 2015', 'mi hijo ciudadano tiene 24 años'],
			['I-130', 'I-485'],
		],
		[
			['quiero arreglarle a mi mamá', 'entró con visa en 2003, yo soy ciudadano de 30 años'],
			['I-130', 'I-485'],
		],
		[
			['cómo arreglo', 'entré sin visa', 'mi hija está en el ejército'],
			['parole in place', 'I-131'],
		],
		[
			['cómo arreglo mis papeles', 'sin inspección en 1999', 'mi tío pidió a mi papá, a mi papa lo pidieron en 1997'],
			['245'],
		],
		[['quiero papeles', 'con visa', 'me asaltaron y fui víctima de un delito'], ['I-918']],
		[['quiero legalizarme', 'sin papeles en 2005', 'tengo caso en la corte'], ['EOIR-42B']],
		[['cómo arreglo mis papeles', 'llegué sin visa', 'mi papá me abandonó y tengo 17 años'], ['I-360']],
		[['quiero arreglar', 'por el río hace 15 años', 'tengo 3 hijos ciudadanos chiquitos'], ['21 años']],
		[['cómo arreglo', 'crucé en 2000, me deportaron y volví a entrar'], ['castigo permanente']],
	])('for %j name %j', (messages, named) => {
		const { kind, reply, sources } = assistant.say(...messages)
		expect(kind).toBe('answer')
		for (const words of named) expect(reply).toContain(words)
		expect(reply).toMatch(/abogado de inmigración o un representante acreditado/)
		expect(sources.length).toBeGreaterThan(0)
	})

	it('are not made up where none is known', () => {
		const { reply } = assistant.say('quiero arreglar mis papeles', 'entré sin papeles en 2012', 'no tengo a nadie')
		expect(reply).toContain('no veo un camino claro')
		expect(reply).toContain('No firmes ni pagues nada')
	})

	it('never tell a person to file', () => {
		for (const { text } of assistant.gates.ways.ways)
			expect(text).not.toMatch(/\b(debes|tienes que|te recomiendo) (enviar|pedir|llenar|meter)/i)
	})

	it('are all within reach of some set of facts', () => {
		const { ways } = assistant.gates.ways
		for (const way of ways) {
			const grounds = [...way.when, ...way.anyOf.slice(0, 1)]
			const found = findWays(ways, { entry: way.entry[0], grounds, year: way.before && way.before - 1 })
			expect(found.map(({ id }) => id)).toContain(way.id)
		}
	})
})

describe('facts', () => {
	const read = (text: string) => createFactReader(assistant.parts)(assistant.parts.language.read(text))

	it.each([
		['entré con visa de turista en 2010', { entry: 'visa', year: 2010 }],
		['crucé por el desierto en el 98', { entry: 'without', year: 1998 }],
		['me dieron parole', { entry: 'parole' }],
		['no entré con visa, crucé por el río', { entry: 'without' }],
	])('of "%s"', (text, facts) => {
		expect(read(text)).toMatchObject(facts)
	})

	it.each([
		['mi esposo es ciudadano', 'citizen-spouse'],
		['estoy casada con un residente', 'resident-spouse'],
		['soy ciudadano y quiero arreglar a mi mamá', 'citizen-child-21'],
		['soy residente y mi hijo entró sin visa', 'resident-parent'],
		['mi hijo nacido aquí tiene 5 años', 'citizen-child-minor'],
		['tengo mi asilo pendiente', 'asylum-pending'],
		['tengo DACA', 'daca'],
	])('"%s" is %s', (text, ground) => {
		expect(read(text).grounds).toContain(ground)
	})

	it.each(['nací en 1966', 'tengo 60 años', 'tengo 60 años y nací en el 66'])(
		'of "%s" are no year of entry',
		(text) => {
			expect(read(text).year).toBeUndefined()
		},
	)

	it('of the years somebody has lived here are one', () => {
		expect(read('tengo 15 años viviendo aquí').year).toBe(new Date().getFullYear() - 15)
	})

	it('that are denied do not count', () => {
		expect(read('no tengo orden de deportación').grounds).not.toContain('order')
		expect(read('nunca me deportaron').grounds).not.toContain('order')
	})
})
