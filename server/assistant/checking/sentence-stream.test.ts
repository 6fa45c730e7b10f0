import { describe, expect, it } from 'vitest'
import { createSentenceStream, longestSentence } from './sentence-stream.ts'

function cut(deltas: Iterable<string>): string[] {
	const stream = createSentenceStream()
	const sentences = [...deltas].flatMap((delta) => stream.push(delta))
	return [...sentences, ...stream.rest()].map(({ text }) => text)
}

describe('a stream of sentences', () => {
	it.each([
		['El Sr. López vino. Luego se fue.', ['El Sr. López vino.', 'Luego se fue.']],
		['Vive en EE. UU. desde niño. Trabaja.', ['Vive en EE. UU. desde niño.', 'Trabaja.']],
		['Abren de 8 a.m. a 5 p.m. Lleva tu carta.', ['Abren de 8 a.m. a 5 p.m.', 'Lleva tu carta.']],
		['Llena el I-485. Guarda copia.', ['Llena el I-485.', 'Guarda copia.']],
		['Son 3.5 años. Espera.', ['Son 3.5 años.', 'Espera.']],
		['Mira uscis.gov hoy. Listo.', ['Mira uscis.gov hoy.', 'Listo.']],
		['Espera… y luego llama. ¿Ya?', ['Espera… y luego llama.', '¿Ya?']],
		['¡Ojo! No firmes.', ['¡Ojo!', 'No firmes.']],
		["Di: 'quiero callar.' Nada más.", ["Di: 'quiero callar.'", 'Nada más.']],
		['1. Llama.\n2. Guarda el recibo.', ['1. Llama.', '2. Guarda el recibo.']],
		['Ten tu número A. Llama hoy.', ['Ten tu número A.', 'Llama hoy.']],
		['Sin punto final', ['Sin punto final']],
		['', []],
	])('cuts %j', (text, expected) => {
		expect(cut([text])).toEqual(expected)
		expect(cut(text)).toEqual(expected)
	})

	it('gives a sentence as soon as it is whole', () => {
		const stream = createSentenceStream()
		expect(stream.push('Llama hoy.')).toEqual([])
		expect(stream.push(' ')).toMatchObject([{ text: 'Llama hoy.', isOpen: false }])
	})

	it('says that what was cut off is open', () => {
		const stream = createSentenceStream()
		stream.push('Llama hoy. Y lue')
		expect(stream.rest()).toMatchObject([{ text: 'Y lue', isOpen: true }])
	})

	it('takes a closing mark at the very end for one, but not behind a digit', () => {
		const isOpen = (text: string) => {
			const stream = createSentenceStream()
			stream.push(text)
			return stream.rest()[0]?.isOpen
		}
		expect([isOpen('Llama hoy.'), isOpen('¿Ya?'), isOpen('Son 3.')]).toEqual([false, false, true])
	})

	it('keeps no endless text without an end', () => {
		const stream = createSentenceStream()
		for (let i = 0; i < 200; i++) stream.push('a'.repeat(1_000))
		const [sentence] = stream.rest()
		expect(sentence?.text.length).toBeGreaterThan(longestSentence)
		expect(sentence?.text.length).toBeLessThan(5 * longestSentence)
	})
})
