// Which topic a question is about, and how sure that is. Every topic that shares a term is looked at from several sides: how
// much of the question stands in its ways to ask, its name, its text; how like one of its ways to ask the question is; whether
// it is about the programme the question names, and whether its own name promises more than was asked.
import type { Topic } from '../../../contracts/guide.ts'
import type { Language } from '../language/reading.ts'
import { square, sumOf, type Weight } from './likeness.ts'
import { type IndexedAsk, type IndexedTopic, type Place, pairsOf, type TopicIndex } from './topic-index.ts'

/**
 * What each side of a topic is worth: a multinomial regression over the ways to ask, each left out in turn, and the probe
 * questions (`node bench/fit-retrieval.ts`). `same` was raised by hand: somebody who asks in just these words is sure.
 */
export const worth = {
	asks: 3.46,
	asksOnce: 2.37,
	name: 2.59,
	answer: 3.05,
	facets: 2.12,
	cover: 3.35,
	subject: 1.04,
	pairs: 1.56,
	title: 0.49,
	beyond: -0.36,
	like: 1.11,
	likeNext: 1.64,
	same: 5,
}
export type Side = keyof typeof worth
export type Sides = Record<Side, number>

export type RankedTopic = {
	topic: Topic
	score: number
	/** Share of the question's weight that stands anywhere in the topic, 0 to 1. */
	cover: number
	/** How like one of its ways to ask the question is, 0 to 1. */
	likeness: number
	/** How many of the question's terms stand in the topic. */
	met: number
	/** 0 to 1: how likely it is that the topic is the right one; only the best has one. */
	confidence: number
}
export type Question = {
	terms: string[]
	/** Terms of the sentence that asks, when the message is a longer story. */
	focus?: string[]
}

export type Words = Pick<Language, 'isSubject' | 'isDomain'>

/** How much more the words of the sentence that asks count. */
const focusFactor = 1.5
/** Below this a question only shares words with a way to ask; above, it is nearly the same one. */
const sameQuestion = 0.6
/** Terms of a way to ask that a story can hold by more than chance, and what that is worth beside being the same. */
const longAsk = 3
const heldShare = 0.8
const containedWorth = 0.9
/** How often a term stands in a text before standing there again says little. */
const enough = 1.2
const mostRanked = 20
/** Beyond these nothing becomes surer. */
const mostOdds = 7
const manyMet = 8

type Asked = {
	terms: string[]
	subjects: Set<string>
	pairs: string[]
	weight: Weight
	askWeight: Weight
	isSubject: (term: string) => boolean
	/** What all the terms weigh, by either weight. */
	askWhole: number
	whole: number
	squares: number
}
export type Seen = { entry: IndexedTopic; sides: Sides; met: number }

/** The nearest topics, best first. */
export function rankTopics(index: TopicIndex, words: Words, question: Question): RankedTopic[] {
	const ranked = lookAt(index, words.isSubject, question)
		.map((seen) => ({ seen, score: scoreOf(seen.sides) }))
		.sort((a, b) => b.score - a.score)
		.slice(0, mostRanked)
		.map(({ seen: { entry, sides, met }, score }) => ({
			topic: entry.topic,
			score,
			cover: sides.cover,
			likeness: sides.like,
			met,
			confidence: 0,
		}))
	const best = ranked[0]
	if (best) best.confidence = confidenceOf(best, ranked, index, words, [...new Set(question.terms)])
	return ranked
}

/**
 * How often the best is the right one: a logistic regression over ways to ask left out, probe questions and questions that no
 * topic answers. Likely beside the others, several words met and words of immigration speak for it, unknown words against it.
 */
function confidenceOf(
	best: RankedTopic,
	ranked: RankedTopic[],
	index: TopicIndex,
	words: Words,
	terms: string[],
): number {
	const others = ranked.slice(1).reduce((sum, { score }) => sum + Math.exp(score - best.score), 0)
	const odds = others > 0 ? Math.min(-Math.log(others), mostOdds) : mostOdds
	const unknown = terms.filter((term) => index.places(term).length === 0)
	const unknownShare = sumOf(unknown, index.weight) / (sumOf(terms, index.weight) || 1)
	const met = Math.min(best.met, manyMet)
	const evidence = 0.45 * odds + 1.16 * Number(terms.some(words.isDomain)) + 0.2 * met - 1.21 * unknownShare - 1.97
	return 1 / (1 + Math.exp(-evidence))
}

export function scoreOf(sides: Sides): number {
	let score = 0
	for (const side in worth) score += worth[side as Side] * sides[side as Side]
	return score
}

/** Every topic that shares a term with the question, from all sides. */
export function lookAt(index: TopicIndex, isSubject: (term: string) => boolean, question: Question): Seen[] {
	const focus = new Set(question.focus)
	const weight = (term: string) => index.weight(term) * (focus.has(term) ? focusFactor : 1)
	const terms = [...new Set(question.terms)]
	const asked = {
		terms,
		subjects: new Set(terms.filter(isSubject)),
		pairs: [...new Set(pairsOf(question.terms))],
		weight,
		askWeight: index.askWeight,
		isSubject,
		askWhole: sumOf(terms, index.askWeight) || 1,
		whole: sumOf(terms, weight) || 1,
		squares: sumOf(terms, square(index.askWeight)),
	}
	const met = new Map<number, Met[]>()
	for (const term of terms) {
		for (const place of index.places(term)) {
			const known = met.get(place.position)
			if (known) known.push({ term, place })
			else met.set(place.position, [{ term, place }])
		}
	}
	return Array.from(met, ([position, found]) => lookAtOne(index.topics[position] as IndexedTopic, found, asked))
}

type Met = { term: string; place: Place }

function lookAtOne(entry: IndexedTopic, met: Met[], asked: Asked): Seen {
	const { subjects, weight, askWeight, whole, isSubject } = asked
	const share = (worthOf: (place: Place) => number) => {
		let sum = 0
		for (const { term, place } of met) sum += weight(term) * worthOf(place)
		return sum / whole
	}
	const askShare = (worthOf: (place: Place) => number) => {
		let sum = 0
		for (const { term, place } of met) sum += askWeight(term) * worthOf(place)
		return sum / asked.askWhole
	}
	let metSubjects = 0
	for (const { term, place } of met)
		if (subjects.has(term) && (place.inName || place.asks > 1)) metSubjects += weight(term)
	const likes = entry.asks.map((ask) => likenessTo(ask, asked)).sort((a, b) => b - a)
	const [like = 0, likeNext = 0] = likes
	const titleMet = entry.title.filter((term) => asked.terms.includes(term))
	const beyond = entry.title.filter((term) => isSubject(term) && !asked.terms.includes(term))
	const sides = {
		asks: askShare(({ asks }) => asks / entry.asks.length),
		asksOnce: share(({ asks }) => asks / (asks + enough)),
		name: askShare(({ inName }) => Number(inName)),
		answer: share(({ inAnswer }) => inAnswer / (inAnswer + enough)),
		facets: share(({ inFacets }) => inFacets / (inFacets + enough)),
		cover: share(() => 1),
		subject: subjects.size > 0 ? metSubjects / sumOf(subjects, weight) : 0.5,
		pairs: pairShare(entry.pairs, asked),
		title: sumOf(titleMet, askWeight) / (sumOf(entry.title, askWeight) || 1),
		beyond: sumOf(beyond, askWeight) / (sumOf(entry.title, askWeight) || 1),
		like,
		likeNext,
		same: Math.max(0, like - sameQuestion),
	}
	return { entry, sides, met: met.length }
}

function pairShare(known: Set<string>, { pairs, weight, whole }: Asked): number {
	let sum = 0
	for (const pair of pairs) if (known.has(pair)) sum += sumOf(pair.split(' '), weight)
	return sum / whole
}

/** How like a way to ask the question is; a story that holds all of a longer one is nearly the same. */
function likenessTo(ask: IndexedAsk, { terms, askWeight, squares }: Asked): number {
	let both = 0
	let shared = 0
	for (const term of terms) {
		if (!ask.terms.has(term)) continue
		both += askWeight(term) ** 2
		shared++
	}
	if (shared === 0) return 0
	const isHeld = shared >= longAsk && shared >= heldShare * ask.terms.size
	const contained = isHeld ? (containedWorth * both) / ask.squares : 0
	return Math.max(both / Math.sqrt(ask.squares * squares), contained)
}
