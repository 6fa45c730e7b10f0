import { beforeAll, describe, expect, it } from 'vitest'
import { deltas, readAnswers } from '../../../bench/wrong-answers.ts'
import { sentencesOf } from '../language/sentences.ts'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { type Checking, createChecking, type Evidence } from './create-checker.ts'

let assistant: TestAssistant
let checking: Checking
beforeAll(async () => {
	assistant = await testAssistant()
	checking = createChecking(assistant)
})

const topic = (id: string) => assistant.parts.topic(id) as NonNullable<ReturnType<typeof assistant.parts.topic>>

function check(topicId: string, answer: string, more: Partial<Evidence> & { isCut?: boolean; seed?: number } = {}) {
	const { isCut = false, seed = 2, ...rest } = more
	const checker = checking.checkerFor({ topics: [topic(topicId)], said: [], audience: 'person', ...rest })
	const pieces = deltas(answer, seed).flatMap((delta) => checker.push(delta))
	const end = checker.finish({ isCut })
	return { ...end, released: pieces, said: [...pieces, ...end.pieces].join('') }
}

describe('of a model’s answer', () => {
	it('what stands in the guide is said, in other words and other spellings', () => {
		const answer =
			'La tarjeta de 2 años por matrimonio no se renueva. Se mandan los papeles juntos en los noventa días antes de que venza, con la I751. Busca ya a un abogado.'
		expect(check('quitar-condiciones-i-751', answer)).toMatchObject({ said: answer, isUsable: true, leftOut: 0 })
	})

	it('nothing is said twice or lost however the stream is cut', () => {
		const answer = 'Una RFE no es una negación. Manda todo junto, con la carta encima. Enséñala a un abogado.'
		for (let seed = 0; seed < 12; seed++)
			expect(check('carta-rfe-pedido-de-pruebas', answer, { seed }).said).toBe(answer)
	})

	it('a sentence with an invented figure is left out, and the one that leans on it', () => {
		const answer =
			'Hay tarifa por este perdón. Son $795 por persona. Eso se paga con tarjeta. Ve a las huellas con el I-601A. Pregunta a un abogado.'
		expect(check('perdon-i-601a', answer)).toMatchObject({
			said: 'Hay tarifa por este perdón. Ve a las huellas con el I-601A. Pregunta a un abogado.',
			leftOut: 2,
		})
	})

	it('the person’s own figures may be repeated, with their unit', () => {
		const said = ['llevo 12 años aquí y un notario me cobró 3000 dólares']
		expect(check('notario-no-es-abogado', 'Llevas doce años aquí y pagaste $3,000.', { said }).said).toContain('$3,000')
		expect(check('notario-no-es-abogado', 'Debes esperar 12 meses y pagar 12 dólares.', { said }).said).toBe('')
	})

	it('a form the person names by its number may be named', () => {
		const answer = 'La I-131 es otro trámite, pregunta a un abogado por ella.'
		expect(check('requisitos-n-400', answer).said).not.toContain('I-131')
		expect(check('requisitos-n-400', answer, { said: ['y la 131 que'] }).said).toContain('I-131')
	})

	it('reviewed texts beside the topics count too', () => {
		const texts = ['Cuesta $9.99 al mes, con una semana de prueba por $1.']
		const about = { topics: [], texts, audience: 'helper' } as const
		expect(check('requisitos-n-400', 'El plan cuesta $9.99 al mes.', about).said).toBe('El plan cuesta $9.99 al mes.')
		expect(check('requisitos-n-400', 'El plan cuesta $8.99 al mes.', about).said).toBe('')
	})

	it('the beginning is released while the rest still comes', () => {
		const checker = checking.checkerFor({ topics: [topic('estado-del-caso')], said: [], audience: 'person' })
		expect(checker.push('Mira tu caso en línea. Guarda')).toEqual(['Mira tu caso en línea.'])
		expect(checker.push(' tu recibo.\n')).toEqual([' Guarda tu recibo.'])
	})

	it('a list keeps its lines', () => {
		const { said } = check(
			'quitar-condiciones-i-751',
			'Junta para la I-751:\n- Copia de tu tarjeta\n- Pruebas de vida juntos\n- Ayuda de un abogado',
		)
		expect(said).toBe('Junta para la I-751:\nCopia de tu tarjeta.\nPruebas de vida juntos.\nAyuda de un abogado.')
	})
})

describe('the length of an answer', () => {
	const many = (count: number) => Array.from({ length: count }, () => 'Guarda copia de todo lo que mandes.').join(' ')

	it('is five sentences for a person, three for help, one for a visitor', () => {
		const count = (audience: Evidence['audience']) =>
			check('estado-del-caso', many(9), { audience }).said.match(/Guarda/g)?.length
		expect([count('person'), count('helper'), count('visitor')]).toEqual([5, 3, 1])
	})

	it('keeps the sentence that names a lawyer, however late it comes', () => {
		const { said } = check('estado-del-caso', `${many(7)} Habla con un abogado de inmigración.`)
		expect(said).toMatch(/(Guarda.*){4}Habla con un abogado de inmigración\.$/)
	})

	it('gets the form when none is named and there is room', () => {
		expect(check('requisitos-n-400', 'Puedes pedir la ciudadanía como residente.').said).toContain('Formulario N-400')
		expect(check('requisitos-n-400', 'Se pide con la N-400 en línea.').said).toBe('Se pide con la N-400 en línea.')
		expect(check('requisitos-n-400', `${many(4)} Habla con un abogado.`).said).not.toContain('N-400')
	})

	it('gets a lawyer where days count', () => {
		expect(check('carta-rfe-pedido-de-pruebas', many(7)).said).toMatch(new RegExp(`${assistant.gates.talk.referral}$`))
		expect(check('estado-del-caso', many(3)).said).not.toContain('abogado')
	})
})

describe('a cut answer', () => {
	it('ends where it was cut: neither lawyer nor form is put at its end', () => {
		const about = 'Una RFE pide más pruebas antes de decidir. Manda todo jun'
		expect(check('carta-rfe-pedido-de-pruebas', about, { isCut: true }).said).toBe(
			'Una RFE pide más pruebas antes de decidir.',
		)
		expect(check('requisitos-n-400', 'Puedes pedir la ciudadanía como residente. Y tam', { isCut: true }).said).toBe(
			'Puedes pedir la ciudadanía como residente.',
		)
	})
})

describe('an answer is of no use', () => {
	it('when nothing of it may be said, and then nothing is', () => {
		expect(check('perdon-i-601a', 'Cuesta $795. Tarda tres años y medio.')).toMatchObject({
			pieces: [],
			said: '',
			isUsable: false,
			leftOut: 2,
		})
	})

	it('when more was left out than said', () => {
		expect(check('perdon-i-601a', 'Cuesta $795. Tarda 40 meses. Ve a las huellas ese día.').isUsable).toBe(false)
	})

	it('when it says next to nothing', () => {
		expect(check('perdon-i-601a', 'Claro.').isUsable).toBe(false)
		expect(check('perdon-i-601a', '').isUsable).toBe(false)
	})

	it('in its last words when it was cut, which are dropped', () => {
		const cutOff = check('estado-del-caso', 'Mira tu caso en línea. Si ya pasó el tiempo nor', { isCut: true })
		expect(cutOff).toMatchObject({ said: 'Mira tu caso en línea.', isUsable: true })
	})

	it('when it is one endless sentence', () => {
		expect(check('estado-del-caso', 'mira tu caso y '.repeat(2_000), { seed: 40 })).toMatchObject({
			said: '',
			isUsable: false,
		})
	})
})

describe('the scripted answers', () => {
	it('lose none of their wrong parts past the checker', async () => {
		const { wrong } = await readAnswers()
		const past = wrong.filter(({ topic: id, answer, question, wrong: parts }) => {
			const { said } = check(id, answer, { said: [question], seed: 3 })
			return parts.map(String).some((part) => !part.startsWith('/') && said.toLowerCase().includes(part.toLowerCase()))
		})
		expect(past.map(({ id }) => id)).toEqual([])
	})

	it('keep what is right', async () => {
		const { right } = await readAnswers()
		const counts = right.map(({ topic: ids, answer, question }) => {
			const topics = ids.split(' ').map(topic)
			return { all: sentencesOf(answer).length, leftOut: check(ids, answer, { topics, said: [question] }).leftOut }
		})
		const sum = (of: 'all' | 'leftOut') => counts.reduce((total, each) => total + each[of], 0)
		expect(sum('leftOut')).toBeLessThan(sum('all') * 0.03)
	})

	it('of the guide itself are said, every one', () => {
		for (const { id, answer } of assistant.guide.topics) expect(check(id, answer).leftOut, id).toBe(0)
	})
})
