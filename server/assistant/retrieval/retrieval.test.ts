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

	it('in other words nearly always among the first three', async () => {
		const text = await readFile(join(contentFolder, '../bench/probe-questions.yaml'), 'utf8')
		const { finder, language } = assistant.parts
		const probes = Object.entries(parse(text) as Record<string, string[]>).flatMap(([id, asks]) =>
			asks.map((ask) => ({ id, ask })),
		)
		const near = probes.filter(({ id, ask }) =>
			finder
				.find(language.read(ask))
				.ranked.slice(0, 3)
				.some(({ topic }) => topic.id === id),
		)
		expect(near.length / probes.length).toBeGreaterThan(0.9)
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
