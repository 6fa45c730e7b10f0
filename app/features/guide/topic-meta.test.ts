import { describe, expect, it } from 'vitest'
import type { TopicPage } from '../../../contracts/guide-pages.ts'
import { shorten, topicMeta } from './topic-meta.ts'

const topic: TopicPage = {
	id: 'asilo',
	title: 'Qué es el asilo',
	urgency: 'normal',
	category: 'asilo',
	area: { id: 'asilo', title: 'Asilo' },
	answer: 'El asilo protege a quien huye. '.repeat(12).trim(),
	facets: [],
	forms: [],
	sources: [{ title: 'USCIS, Asilo', url: 'https://www.uscis.gov/asylum', checked: null }],
	reviewedBy: null,
	related: [],
}

describe('what search engines learn of a topic', () => {
	it('is its title, the beginning of its answer and its sources', () => {
		const { title, description, path, data } = topicMeta(topic)
		expect(title).toBe('Qué es el asilo · Faro Migrante')
		expect(description.length).toBeLessThanOrEqual(160)
		expect(path).toBe('/guia/asilo')
		expect(data).toMatchObject({
			'@type': 'Article',
			inLanguage: 'es',
			citation: [{ url: 'https://www.uscis.gov/asylum' }],
		})
	})

	it('claims no date and no author that nobody gave', () => {
		expect(topicMeta(topic).data).not.toHaveProperty('dateModified')
		expect(topicMeta(topic).data).not.toHaveProperty('author')
	})
})

describe('a shortened text', () => {
	it('ends with a whole word', () => {
		expect(shorten('uno dos tres cuatro', 10)).toBe('uno dos…')
		expect(shorten('uno dos, tres', 10)).toBe('uno dos…')
	})

	it('is the text itself when it is short enough', () => {
		expect(shorten('uno dos', 10)).toBe('uno dos')
	})
})
