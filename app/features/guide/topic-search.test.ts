import { beforeAll, describe, expect, it } from 'vitest'
import { readGuideBook } from '../../../scripts/guide-book.ts'
import { createTopicSearch, type TopicSearch } from './topic-search.ts'

let search: TopicSearch
let asks: [string, string][]
beforeAll(async () => {
	const { search: entries } = await readGuideBook(`${import.meta.dirname}/../../..`)
	search = createTopicSearch(entries)
	asks = entries.flatMap(({ id, ask }) => ask.split('\n').map((one): [string, string] => [one, id]))
})

const first = (query: string, most = 3) =>
	search(query)
		.slice(0, most)
		.map(({ id }) => id)

describe('the search of the guide', () => {
	it.each([
		['permiso de trabajo', 'pedir-permiso-i-765'],
		['permizo de trabjo', 'pedir-permiso-i-765'],
		['hacerme ciudadano', 'requisitos-n-400'],
		['CIÚDADANO', 'requisitos-n-400'],
		['asilo un año', 'asilo-plazo-un-ano'],
		['notario', 'notario-no-es-abogado'],
		['fianza', 'fianza-de-inmigracion'],
	])('finds %j among the first', (query, id) => {
		expect(first(query, 6)).toContain(id)
	})

	it('takes a form’s number in any spelling', () => {
		for (const query of ['i-765', 'I 765', 'i765', '765', 'forma 765', 'la i-765'])
			expect(first(query, 6), query).toContain('pedir-permiso-i-765')
	})

	it('finds what people ask in their own words', () => {
		const found = asks.filter(([ask, id]) => first(ask, 5).includes(id))
		expect(found.length / asks.length).toBeGreaterThan(0.9)
	})

	it.each(['', '   ', '¿?', 'xyzzyqwv', '🌎', '"'.repeat(300)])('finds nothing for %j', (query) => {
		expect(search(query)).toEqual([])
	})

	it('gives a dozen at most', () => {
		expect(search('residencia asilo corte permiso familia').length).toBeLessThanOrEqual(12)
	})
})
