// The searchable form of the guide: for every topic its terms by field, how rare each term is, and MiniSearch over them.
import MiniSearch from 'minisearch'
import type { Topic } from '../../../contracts/guide.ts'
import { square, sumOf } from './likeness.ts'

/** Field → how much a term in it counts; the weights were fitted on the topics' own ways to ask, each left out in turn. */
const fieldWeights = { asks: 1.3, title: 3.1, answer: 2.4, facets: 1.75 }

/** An age or a number of years says less than how rarely it stands in the topics. */
const numberWorth = 0.5
const isNumber = (term: string) => /^\d+$/.test(term)

export type IndexedAsk = {
	terms: Set<string>
	/** The sum of its squared weights. */
	squares: number
}
export type IndexedTopic = {
	topic: Topic
	/** Every term of the topic → in how many of the ways to ask it stands, 9 when it stands in the title. */
	terms: Map<string, number>
	/** The terms of each way to ask. */
	asks: IndexedAsk[]
	/** Terms of the title alone. */
	title: string[]
	/** Neighbouring terms, in asks, answer and facets. */
	pairs: Set<string>
}
export type TopicIndex = {
	topics: IndexedTopic[]
	/** Rarity of a term among the topics; for a term nobody uses that of one topic. */
	weight(term: string): number
	has(term: string): boolean
	/** Positions of the topics that share terms with the question, best first, with their raw scores. */
	search(terms: string[], factor: (term: string) => number): { position: number; score: number }[]
}

export function buildTopicIndex(topics: readonly Topic[], termsOf: (text: string) => string[]): TopicIndex {
	const search = new MiniSearch<{ id: number } & Record<keyof typeof fieldWeights, string>>({
		fields: Object.keys(fieldWeights),
		tokenize: (text) => text.split(' '),
		processTerm: (term) => term,
		searchOptions: { boost: fieldWeights },
	})
	const frequency = new Map<string, number>()
	const indexed = topics.map((topic, id) => {
		const fields = {
			asks: topic.ask.map(termsOf),
			title: [termsOf([topic.title, topic.id.replaceAll('-', ' '), ...topic.forms].join(' . '))],
			answer: [termsOf(topic.answer)],
			facets: Object.values(topic.facets).map(termsOf),
		}
		search.add({ id, ...mapValues(fields, (lists) => lists.flat().join(' ')) })
		const entry = {
			topic,
			terms: countTerms(fields),
			asks: fields.asks.map((terms) => ({ terms: new Set(terms), squares: 0 })),
			title: [...new Set(termsOf(topic.title))],
			pairs: new Set([...fields.asks, ...fields.answer, ...fields.facets].flatMap(pairsOf)),
		}
		for (const term of entry.terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
		return entry
	})
	const rarity = (term: string) => Math.log(1 + (topics.length + 0.5) / ((frequency.get(term) ?? 0) + 0.5))
	const weight = (term: string) => rarity(term) * (isNumber(term) ? numberWorth : 1)
	for (const ask of indexed.flatMap(({ asks }) => asks)) ask.squares = sumOf(ask.terms, square(weight))
	return {
		topics: indexed,
		weight,
		has: (term) => frequency.has(term),
		search: (terms, factor) =>
			search
				.search(terms.join(' '), { boostTerm: (term) => factor(term) * (isNumber(term) ? numberWorth : 1) })
				.map((result) => ({ position: result.id as number, score: result.score })),
	}
}

function countTerms(fields: Record<'asks' | 'title' | 'answer' | 'facets', string[][]>): Map<string, number> {
	const counts = new Map<string, number>()
	for (const term of [...fields.answer, ...fields.facets].flat()) counts.set(term, 0)
	for (const ask of fields.asks) for (const term of new Set(ask)) counts.set(term, (counts.get(term) ?? 0) + 1)
	for (const term of fields.title.flat()) counts.set(term, 9)
	return counts
}

/** Terms that stand side by side. */
export function pairsOf(terms: string[]): string[] {
	return terms.slice(1).map((term, i) => `${terms[i]} ${term}`)
}

function mapValues<Key extends string, From, To>(
	values: Record<Key, From>,
	change: (value: From) => To,
): Record<Key, To> {
	return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value as From)])) as Record<
		Key,
		To
	>
}
