import { describe, expect, it } from 'vitest'
import { countSentences } from '../guide/readability.ts'
import { sentencesOf } from './sentences.ts'

describe('sentences', () => {
	it.each([
		['Uno. Dos. ¿Tres?', ['Uno.', 'Dos.', '¿Tres?']],
		['Llama al 1-800-898-7180, en español. Es gratis.', ['Llama al 1-800-898-7180, en español.', 'Es gratis.']],
		["Di 'quiero callar'. Fin", ["Di 'quiero callar'.", 'Fin']],
		['Mira locator.ice.gov hoy.', ['Mira locator.ice.gov hoy.']],
		['Primera.\nSegunda.', ['Primera.', 'Segunda.']],
		['', []],
	])('of %j', (text, expected) => {
		expect(sentencesOf(text)).toEqual(expected)
	})

	it('are counted as the readability check counts them', () => {
		const text = 'Tienes un año (o menos). ¿Ya pasó? Habla con un abogado.'
		expect(sentencesOf(text)).toHaveLength(countSentences(text))
	})
})
