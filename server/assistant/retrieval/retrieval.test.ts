import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contentFolder, type TestAssistant, testAssistant } from '../testing.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})
const bestOf = (message: string) => {
	const { finder, language } = assistant.parts
	return finder.find(language.read(message)).best?.topic.id
}

/** The share of ways to ask, each changed by `change`, that still lead to their topic first. */
function shareFound(change: (ask: string) => string): number {
	const asks = assistant.guide.topics.flatMap(({ id, ask }) => ask.map((each) => ({ id, ask: each })))
	return asks.filter(({ id, ask }) => bestOf(change(ask)) === id).length / asks.length
}

const longestWord = (text: string) =>
	text.split(' ').reduce((best, word) => (word.length > best.length ? word : best), '')

describe('every topic is found', () => {
	it('by its own ways to ask', () => {
		expect(shareFound((ask) => ask)).toBeGreaterThan(0.94)
	})

	it('with two letters of the longest word swapped', () => {
		const swap = (word: string) => word.replace(/^(.{2})(.)(.)/, '$1$3$2')
		expect(shareFound((ask) => ask.replace(longestWord(ask), swap))).toBeGreaterThan(0.9)
	})

	it('with a letter of the longest word missing', () => {
		const drop = (word: string) => word.slice(0, 3) + word.slice(4)
		expect(shareFound((ask) => ask.replace(longestWord(ask), drop))).toBeGreaterThan(0.9)
	})

	it('with a polite beginning and end', () => {
		expect(
			shareFound((ask) => `hola buenas tardes disculpe la molestia, ${ask} muchas gracias dios los bendiga`),
		).toBeGreaterThan(0.9)
	})

	it.each(['probe-questions.yaml', 'probe-held-out.yaml'])(
		'in other words mostly first and nearly always among the first three: %s',
		async (file) => {
			const text = await readFile(join(contentFolder, '../bench', file), 'utf8')
			const { finder, language } = assistant.parts
			const places = Object.entries(parse(text) as Record<string, string[]>).flatMap(([id, asks]) =>
				asks.map((ask) => finder.find(language.read(ask)).ranked.findIndex(({ topic }) => topic.id === id)),
			)
			const share = (places: number[], most: number) =>
				places.filter((at) => at >= 0 && at < most).length / places.length
			expect(share(places, 1)).toBeGreaterThan(0.73)
			expect(share(places, 3)).toBeGreaterThan(0.9)
		},
	)
})

describe('a specific question', () => {
	it.each([
		['tengo la tarjeta de dos años y me divorcié', 'i-751-con-divorcio'],
		['tengo tps y me casé con ciudadana', 'tps-viajar-y-residencia'],
		['me dieron un dui manejando tomado', 'dui-manejar-tomado'],
		['renovar mi daca', 'daca-renovacion'],
		['la corte me va a tocar por webex', 'audiencia-por-webex-o-video'],
		['cómo quito el grillete', 'grillete-y-aplicacion-isap'],
	])('%s gets its own topic', (message, id) => {
		expect(bestOf(message)).toBe(id)
	})

	it.each([
		['qué es la visa u', 'visa-u'],
		['cómo pido asilo', 'asilo-que-es-y-como-se-pide'],
		['qué es el tps', 'tps-que-es'],
	])('and a vague one the general topic: %s', (message, id) => {
		expect(assistant.say(message).state.topic?.id).toBe(id)
	})
})

describe('how sure it is', () => {
	it('of what is no question of the guide, it is not', () => {
		const { finder, language } = assistant.parts
		for (const message of ['perro nube lámpara viernes', 'el queso verde canta', 'lkjh poiu mnbv'])
			expect(finder.find(language.read(message)).sureness, message).toBe('unsure')
	})
})

describe('a bare word', () => {
	it.each([
		['n-400', 'requisitos-n-400'],
		['tps', 'tps-que-es'],
		['dreamers', 'daca-renovacion'],
		['la siete sesenta y cinco', 'pedir-permiso-i-765'],
		['green card', 'ajuste-de-estatus-i-485'],
		['u visa', 'visa-u'],
	])('%s means its main topic', (message, id) => {
		expect(assistant.say(message).state.topic?.id).toBe(id)
	})
})
