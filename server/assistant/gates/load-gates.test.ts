import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sentencesOf } from '../language/sentences.ts'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { loadGates } from './load-gates.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})

/** Every text a person may read, with where it stands. */
function textsIn(value: unknown, path = ''): [string, string][] {
	if (typeof value === 'string') return /[a-z] [a-z].*[.?:]$/i.test(value) ? [[path, value]] : []
	return value && typeof value === 'object'
		? Object.entries(value).flatMap(([key, each]) => textsIn(each, `${path}/${key}`))
		: []
}

describe('the tables', () => {
	it('name only topics that exist', () => {
		const { gates, guide } = assistant
		const known = new Set(guide.topics.map(({ id }) => id))
		const named = [
			...gates.urgent.entries.flatMap((entry) => [
				entry.topic,
				...entry.topics,
				...entry.variants.map(({ topic }) => topic),
				...entry.asides.map(({ topic }) => topic),
			]),
			...gates.unlawful.entries.map(({ topic }) => topic),
			...gates.unknowable.entries.map(({ topic }) => topic),
			...gates.myths.entries.map(({ topic }) => topic),
			...gates.ways.ways.map(({ topic }) => topic),
			...Object.values(gates['main-topics']),
		].filter((id) => id !== undefined)
		expect(named.filter((id) => !known.has(id))).toEqual([])
	})

	it('name only facts the interview can find', () => {
		const { interview, ways } = assistant.gates
		const facts = new Set(Object.keys(interview.grounds))
		const entries = new Set(Object.keys(interview.entry))
		for (const way of ways.ways) {
			expect([...way.when, ...way.anyOf, ...way.not].filter((fact) => !facts.has(fact))).toEqual([])
			expect(way.entry.filter((entry) => !entries.has(entry))).toEqual([])
		}
	})

	it('name only groups of words that exist', () => {
		const { groups, subjects, domain, broader } = assistant.gates.synonyms
		const named = [...subjects, ...domain, ...Object.keys(broader)]
		expect(named.filter((name) => !(name in groups))).toEqual([])
	})

	it("write 'Estados Unidos' in full and promise nothing", () => {
		for (const [path, text] of textsIn(assistant.gates)) {
			expect(text, path).not.toMatch(/\bEE\.? ?UU\b|\bEUA\b|\bUSA\b/)
			expect(text, path).not.toMatch(/garantiz|seguro que te (aprueban|dan)|\$ ?\d/i)
		}
	})

	it('have about two dozen triggers of legalisation', () => {
		expect(assistant.gates.legalisation.triggers.length).toBeGreaterThanOrEqual(24)
	})

	it('keep every fixed reply to five sentences', () => {
		const { urgent, unlawful, scope, steering, legalisation } = assistant.gates
		const replies = [
			...urgent.entries.flatMap(({ now, next, lawyer, variants }) => [
				`${now} ${next} ${lawyer}`,
				...variants.map((variant) => `${variant.now ?? now} ${variant.next ?? next} ${lawyer}`),
			]),
			...unlawful.entries.map(({ reply }) => reply),
			...scope.kinds.map(({ reply }) => reply),
			steering.reply,
			...Object.values(legalisation.ask).filter((text) => typeof text === 'string'),
		]
		for (const reply of replies) expect(sentencesOf(reply).length, reply).toBeLessThanOrEqual(5)
	})

	it('send every urgent case to a lawyer or an accredited representative', () => {
		for (const { lawyer } of assistant.gates.urgent.entries) expect(lawyer).toMatch(/abogado|representante acreditado/)
	})
})

describe('loading', () => {
	it('a folder without the tables fails and names the file', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'faro-gates-'))
		await expect(loadGates(folder)).rejects.toThrow(/gates/)
		await rm(folder, { recursive: true })
	})

	it('a table of the wrong shape fails and names the place', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'faro-gates-'))
		await cp(join(import.meta.dirname, '../../../content/gates'), join(folder, 'gates'), { recursive: true })
		await writeFile(join(folder, 'gates/steering.yaml'), 'signs: [x]\nreply: 7\n')
		await expect(loadGates(folder)).rejects.toThrow('gates/steering.yaml: reply')
		await rm(folder, { recursive: true })
	})

	it('a source that is not official is refused', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'faro-gates-'))
		await cp(join(import.meta.dirname, '../../../content/gates'), join(folder, 'gates'), { recursive: true })
		const gap =
			"entries:\n  - { id: x, signs: [x], about: x, source: { title: x, url: 'https://uscis.gov.example.com' } }\nreply: x\n"
		await writeFile(join(folder, 'gates/gaps.yaml'), gap)
		await expect(loadGates(folder)).rejects.toThrow('official')
		await rm(folder, { recursive: true })
	})
})
