// The searchable form of the guide: which topics hold a term and where, how rare each term is, and the terms of every way to
// ask.
import type { Topic } from '../../../contracts/guide.ts'
import { sumOf, type Weight } from './likeness.ts'

/** An age or a number of years says less than how rarely it stands in the topics. */
const numberWorth = 0.5
const isNumber = (term: string) => /^\d+$/.test(term)

export type IndexedAsk = {
	/** Its topic's. */
	position: number
	/** How many terms it has, and the sum of their squared weights. */
	size: number
	squares: number
}
/** Where in a topic a term stands. */
export type Place = {
	position: number
	/** In how many of the ways to ask. */
	asks: number
	/** In the title, the id or the forms. */
	inName: boolean
	/** How often in the answer and in the facets. */
	inAnswer: number
	inFacets: number
}
export type IndexedTopic = {
	topic: Topic
	/** How many ways to ask it has. */
	asks: number
	/** Terms of the title alone, and what they weigh together. */
	title: string[]
	titleWeight: number
	/** Neighbouring terms of its texts. */
	pairs: Set<string>
}
export type TopicIndex = {
	topics: IndexedTopic[]
	/** Rarity of a term among the topics; for a term nobody uses that of one topic. */
	weight: Weight
	/** The same among titles and ways to ask. */
	askWeight: Weight
	/** Where a term stands. */
	places(term: string): readonly Place[]
	/** Every way to ask of every topic, and which of them hold a term. */
	asks: IndexedAsk[]
	asksWith(term: string): readonly number[]
}

export function buildTopicIndex(topics: readonly Topic[], termsOf: (text: string) => string[]): TopicIndex {
	const places = new Map<string, Place[]>()
	const placeOf = (term: string, position: number): Place => {
		const known = places.get(term)
		const last = known?.at(-1)
		if (last?.position === position) return last
		const place = { position, asks: 0, inName: false, inAnswer: 0, inFacets: 0 }
		if (known) known.push(place)
		else places.set(term, [place])
		return place
	}
	const asks: IndexedAsk[] = []
	const asksByTerm = new Map<string, number[]>()
	const addAsk = (position: number, terms: ReadonlySet<string>) => {
		const number = asks.push({ position, size: terms.size, squares: 0 }) - 1
		for (const term of terms) {
			placeOf(term, position).asks++
			const known = asksByTerm.get(term)
			if (known) known.push(number)
			else asksByTerm.set(term, [number])
		}
	}
	const indexed = topics.map((topic, position) => {
		const ways = topic.ask.map(termsOf)
		const title = termsOf(topic.title)
		const answer = termsOf(topic.answer)
		const facets = Object.values(topic.facets).map(termsOf)
		const name = [...title, ...termsOf([topic.id.replaceAll('-', ' '), ...topic.forms].join(' . '))]
		for (const way of ways) addAsk(position, new Set(way))
		for (const term of name) placeOf(term, position).inName = true
		for (const term of answer) placeOf(term, position).inAnswer++
		for (const term of facets.flat()) placeOf(term, position).inFacets++
		return {
			topic,
			asks: ways.length,
			title: [...new Set(title)],
			titleWeight: 0,
			pairs: new Set([title, ...ways, answer].flatMap(pairsOf)),
		}
	})
	const rarity = (frequency: number, term: string) =>
		Math.log(1 + (topics.length + 0.5) / (frequency + 0.5)) * (isNumber(term) ? numberWorth : 1)
	const weights = new Map(Array.from(places, ([term, where]) => [term, rarity(where.length, term)]))
	const askWeights = new Map(
		Array.from(places, ([term, where]) => [
			term,
			rarity(where.filter(({ asks, inName }) => asks > 0 || inName).length, term),
		]),
	)
	const weight = (term: string) => weights.get(term) ?? rarity(0, term)
	const askWeight = (term: string) => askWeights.get(term) ?? rarity(0, term)
	for (const [term, numbers] of asksByTerm)
		for (const number of numbers) (asks[number] as IndexedAsk).squares += askWeight(term) ** 2
	for (const topic of indexed) topic.titleWeight = sumOf(topic.title, askWeight)
	return {
		topics: indexed,
		weight,
		askWeight,
		places: (term) => places.get(term) ?? [],
		asks,
		asksWith: (term) => asksByTerm.get(term) ?? [],
	}
}

/** Terms that stand side by side. */
export function pairsOf(terms: string[]): string[] {
	return terms.slice(1).map((term, i) => `${terms[i]} ${term}`)
}
