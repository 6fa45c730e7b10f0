import { beforeAll, describe, expect, it } from 'vitest'
import { facetSentences } from '../compose.ts'
import { type TestAssistant, testAssistant } from '../testing.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})
const topic = (id: string) => assistant.parts.topic(id) as NonNullable<ReturnType<TestAssistant['parts']['topic']>>

describe('a follow-up', () => {
	it.each([
		['¿y cuánto tarda?', 'time'],
		['y cuanto cuesta', 'cost'],
		['¿qué papeles ocupo?', 'documents'],
		['¿qué sigue después?', 'after'],
		['cómo le hago', 'steps'],
		['qué requisitos', 'requirements'],
		['y si me lo niegan', 'risks'],
		['q papeles nesesito', 'documents'],
		['kuanto bale', 'cost'],
	] as const)('%s tells the %s of the topic under discussion', (message, facet) => {
		const { reply, state } = assistant.say('cómo me hago ciudadano', message)
		const [first = ''] = facetSentences(topic('requisitos-n-400'), facet)
		expect(reply).toContain(first.trim())
		expect(state.topic?.id).toBe('requisitos-n-400')
	})

	it('about a person goes to the neighbouring topic that is about them', () => {
		expect(assistant.say('cómo pido asilo', '¿y mi esposa?').state.topic?.id).toBe('asilo-incluir-familia')
		expect(assistant.say('cómo pido asilo', '¿y puedo trabajar?').state.topic?.id).toBe('asilo-permiso-de-trabajo')
	})

	it('that names another subject changes to it', () => {
		const { state } = assistant.say('cómo pido asilo', 'cuánto cuesta la ciudadanía')
		expect(state.topic?.id).toBe('requisitos-n-400')
	})

	it('without a topic asks which one is meant', () => {
		const { kind, reply } = assistant.say('cuánto cuesta')
		expect(kind).toBe('clarify')
		expect(reply).toContain('¿Sobre qué trámite')
	})

	it("'sí' and 'sigue' tell what has not been told", () => {
		const first = assistant.say('cómo renuevo DACA', 'sí')
		const second = assistant.say('cómo renuevo DACA', 'sí', 'sigue')
		expect(first.state.topic?.told).not.toEqual(second.state.topic?.told)
		expect(first.reply).not.toBe(second.reply)
	})

	it('ends when everything has been told', () => {
		const { reply } = assistant.say('cómo renuevo DACA', ...Array(12).fill('sigue'))
		expect(reply).toContain('lo más seguro que tengo')
	})

	it.each(['no entendí', 'explícame más fácil', 'no le entiendo', 'con palabras más sencillas por favor'])(
		'%s says it more simply',
		(message) => {
			const { reply, state } = assistant.say('cómo pido el perdón I-601A', message)
			expect(reply).toMatch(/^Te lo digo más fácil\./)
			expect(state.topic?.id).toBe('perdon-i-601a')
		},
	)
})

describe('a long list', () => {
	it('is told in parts', () => {
		const long = assistant.guide.topics.find((each) => facetSentences(each, 'documents').length > 5)
		expect(long).toBeDefined()
		const ask = long?.ask[0] as string
		const first = assistant.say(ask, 'qué papeles ocupo')
		expect(first.reply).toContain("Dime 'sigue'")
		const second = assistant.say(ask, 'qué papeles ocupo', 'sigue')
		const items = facetSentences(long as NonNullable<typeof long>, 'documents').map((item) => item.trim())
		expect(second.reply).toContain(items[4])
		expect(second.reply).not.toContain(items[0])
	})
})

describe('a choice', () => {
	const unclear = 'quiero saber de una visa para un carnaval'
	const offer = () => assistant.say(unclear)

	it.each([
		['el 2', 1],
		['la segunda', 1],
		['3', 2],
		['el primero', 0],
		['la última', -1],
	])('%s picks it', (message, position) => {
		const { state } = offer()
		const chosen = state.choices?.at(position)
		expect(chosen).toBeDefined()
		expect(assistant.say(unclear, message).state.topic?.id).toBe(chosen)
	})

	it('is picked by its words too', () => {
		const chosen = offer().state.choices?.[1] as string
		const { state } = assistant.say(unclear, topic(chosen).title)
		expect(state.topic?.id).toBe(chosen)
	})

	it("'ninguno' is taken as such", () => {
		const { reply, state } = assistant.say(unclear, 'ninguno')
		expect(reply).toContain('con otras palabras')
		expect(state.choices).toBeUndefined()
	})
})

describe('small words', () => {
	it.each(['hola', 'buenas tardes', 'hola, ayuda por favor', 'necesito ayuda'])('%s is greeted', (message) => {
		expect(assistant.say(message).reply).toContain('Cuéntame tu duda')
	})

	it('thanks are taken and the topic stays', () => {
		const { reply, state } = assistant.say('cómo renuevo DACA', 'muchas gracias')
		expect(reply).toContain('Con gusto')
		expect(state.topic?.id).toBe('daca-renovacion')
	})

	it('do not hide a question behind them', () => {
		expect(assistant.say('hola buenas tardes, cómo renuevo mi daca').state.topic?.id).toBe('daca-renovacion')
	})
})
