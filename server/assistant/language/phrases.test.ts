import { describe, expect, it } from 'vitest'
import { compilePhrases, hear } from './phrases.ts'
import { plain } from './plain.ts'

const lists = { agentes: ['la migra', 'ice', 'inmigracion'] }
const matches = (phrase: string, text: string) => compilePhrases([phrase], lists).matches(hear(plain(text)))

describe('a phrase', () => {
	it.each([
		['me|lo detuv*', 'ayer lo detuvieron en la calle'],
		['me|lo detuv*', 'me detubo un oficial'],
		['tengo (una) orden de deportacion', 'tengo orden de deportación'],
		['tengo (una) orden de deportacion', 'tengo una orden de deportacion'],
		['<agentes> ... llevaron', 'la migra se los llevaron a todos'],
		['quiere|quieren a_mi|a_su', 'quieren a su hijo'],
		['hace <n> anos', 'hace diez años'],
		['no me dejan salir', 'no me dejan salir de la casa'],
	])('%s is found in "%s"', (phrase, text) => {
		expect(matches(phrase, text)).toBe(true)
	})

	it.each([
		['me|lo detuv*', 'me dijeron algo'],
		['<agentes> ... llevaron', 'vino la migra. Mis hijos se llevaron un susto'],
		['<agentes> ... llevaron', 'la migra que vino ayer en la tarde a mi casa se llevaron'],
		['me pega', 'nunca me pega'],
		['me detuvieron', 'no me detuvieron'],
		['tengo orden de deportacion', 'no tengo orden de deportacion'],
		['mica', 'amica'],
	])('%s is not found in "%s"', (phrase, text) => {
		expect(matches(phrase, text)).toBe(false)
	})

	it('is not denied by somebody who does not know what to do', () => {
		expect(matches('me detuvieron a', 'no sé qué hacer me detuvieron a mi hijo')).toBe(true)
	})

	it('with a list that does not exist is refused', () => {
		expect(() => compilePhrases(['<nadie> vino'], lists)).toThrow('<nadie>')
	})

	it('says which words were found', () => {
		expect(compilePhrases(['me|lo detuv*']).find(hear(plain('Ayer lo detuvieron')))).toBe('lo detubieron')
	})
})
