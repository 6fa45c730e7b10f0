import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Topic } from '../contracts/guide.ts'
import type { GuideBook } from '../contracts/guide-pages.ts'
import { bindGuide, readGuideBook } from './guide-book.ts'

const source = (url: string) => ({ title: 'Fuente', url, checked: null })

function topic(id: string, more: Partial<Topic> = {}): Topic {
	return {
		id,
		title: `Tema ${id}`,
		category: 'asilo',
		urgency: 'normal',
		area: 'asilo',
		ask: ['como pido asilo'],
		forms: [],
		facts: [],
		sources: [source('https://www.uscis.gov/asylum')],
		reviewedBy: null,
		related: [],
		answer: 'Una. Dos. Tres.',
		facets: {},
		...more,
	}
}

const groups = [{ title: 'Protección', areas: [{ id: 'asilo', title: 'Asilo' }] }]

describe('a topic’s page', () => {
	it('has its facets in the order people read them, whatever the file’s', () => {
		const { topics } = bindGuide([topic('a', { facets: { after: 'Z', requirements: 'A' } })], groups, {})
		expect(topics.a?.facets.map(({ name }) => name)).toEqual(['requirements', 'after'])
	})

	it('links a form to its official page where some topic has it as a source, the Spanish one first', () => {
		const sources = [source('https://www.uscis.gov/es/i-589'), source('https://www.irs.gov/forms-pubs/about-form-w-7')]
		const { topics } = bindGuide(
			[topic('a', { forms: ['I-589', 'W-7', 'I-601'] }), topic('b', { sources: [...sources] })],
			groups,
			{ 'I-589': 'asilo' },
		)
		expect(topics.a?.forms).toEqual([
			{ number: 'I-589', what: 'asilo', url: 'https://www.uscis.gov/es/i-589' },
			{ number: 'W-7', what: null, url: 'https://www.irs.gov/forms-pubs/about-form-w-7' },
			{ number: 'I-601', what: null, url: null },
		])
	})

	it('names related topics, and none that does not exist', () => {
		const { topics } = bindGuide([topic('a', { related: ['b', 'nada'] }), topic('b')], groups, {})
		expect(topics.a?.related).toEqual([{ id: 'b', title: 'Tema b', urgency: 'normal' }])
	})
})

describe('the list of topics', () => {
	it('counts them, and those a lawyer has read', () => {
		const reviewedBy = { name: 'Lic. Ríos', date: '2026-10-01' }
		const { index } = bindGuide([topic('a'), topic('b', { reviewedBy })], groups, {})
		expect(index.counts).toEqual({ topics: 2, reviewed: 1 })
	})

	it('leaves out areas without a topic', () => {
		const more = [...groups, { title: 'Vida diaria', areas: [{ id: 'salud', title: 'Salud' }] }]
		expect(bindGuide([topic('a')], more, {}).index.groups.map(({ title }) => title)).toEqual(['Protección'])
	})
})

describe('the guide as it is', () => {
	let book: GuideBook
	beforeAll(async () => {
		book = await readGuideBook(join(import.meta.dirname, '..'))
	})

	it('shows every topic once, in its area', () => {
		const shown = book.index.groups.flatMap(({ areas }) => areas.flatMap(({ topics }) => topics.map(({ id }) => id)))
		expect(shown.toSorted()).toEqual(Object.keys(book.topics).sort())
		expect(shown.length).toBe(book.index.counts.topics)
	})

	it('has a name for every area', () => {
		const unnamed = book.index.groups.find(({ title }) => title === 'Más temas')?.areas ?? []
		expect(
			unnamed.map(({ id }) => id),
			'to be named in content/areas.yaml',
		).toEqual([])
	})

	it('has no topic whose address is that of something else', () => {
		expect(Object.keys(book.topics).filter((id) => id === '404' || id === 'busqueda')).toEqual([])
	})

	it('publishes figures that add up', () => {
		for (const { questions, right, kinds } of book.quality?.sets ?? []) {
			expect(kinds.reduce((sum, kind) => sum + kind.questions, 0)).toBe(questions)
			expect(kinds.reduce((sum, kind) => sum + kind.right, 0)).toBe(right)
			expect(right).toBeLessThanOrEqual(questions)
		}
	})
})
