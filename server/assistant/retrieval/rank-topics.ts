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
	terms: Set<string>
	subjects: Set<string>
	pairs: { pair: string; weight: number }[]
	weight: Weight
	askWeight: Weight
	isSubject: (term: string) => boolean
	/** What all the terms weigh, by either weight. */
	askWhole: number
	whole: number
	subjectWeight: number
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
	const subjects = new Set(terms.filter(isSubject))
	const asked: Asked = {
		terms: new Set(terms),
		subjects,
		pairs: [...new Set(pairsOf(question.terms))].map((pair) => ({ pair, weight: sumOf(pair.split(' '), weight) })),
		weight,
		askWeight: index.askWeight,
		isSubject,
		askWhole: sumOf(terms, index.askWeight) || 1,
		whole: sumOf(terms, weight) || 1,
		subjectWeight: sumOf(subjects, weight),
	}
	const likes = likesOf(index, terms)
	const met = new Map<number, Met[]>()
	for (const term of terms) {
		const weights = { term, weight: weight(term), askWeight: index.askWeight(term) }
		for (const place of index.places(term)) {
			const known = met.get(place.position)
			if (known) known.push({ ...weights, place })
			else met.set(place.position, [{ ...weights, place }])
		}
	}
	return Array.from(met, ([position, found]) => {
		const [like, likeNext] = [likes.best[position] as number, likes.next[position] as number]
		return lookAtOne(index.topics[position] as IndexedTopic, found, asked, like, likeNext)
	})
}

type Met = { term: string; weight: number; askWeight: number; place: Place }

function lookAtOne(entry: IndexedTopic, met: Met[], asked: Asked, like: number, likeNext: number): Seen {
	const { terms, subjects, askWeight, whole, askWhole, isSubject } = asked
	const sums = { asks: 0, asksOnce: 0, name: 0, answer: 0, facets: 0, cover: 0, subject: 0 }
	for (const { term, weight, askWeight, place } of met) {
		const { asks, inName, inAnswer, inFacets } = place
		sums.asks += (askWeight * asks) / entry.asks
		sums.asksOnce += (weight * asks) / (asks + enough)
		if (inName) sums.name += askWeight
		sums.answer += (weight * inAnswer) / (inAnswer + enough)
		sums.facets += (weight * inFacets) / (inFacets + enough)
		sums.cover += weight
		if ((inName || asks > 1) && subjects.has(term)) sums.subject += weight
	}
	let title = 0
	let beyond = 0
	for (const term of entry.title) {
		if (terms.has(term)) title += askWeight(term)
		else if (isSubject(term)) beyond += askWeight(term)
	}
	const titleWeight = entry.titleWeight || 1
	const sides = {
		asks: sums.asks / askWhole,
		asksOnce: sums.asksOnce / whole,
		name: sums.name / askWhole,
		answer: sums.answer / whole,
		facets: sums.facets / whole,
		cover: sums.cover / whole,
		subject: subjects.size > 0 ? sums.subject / asked.subjectWeight : 0.5,
		pairs: pairShare(entry.pairs, asked),
		title: title / titleWeight,
		beyond: beyond / titleWeight,
		like,
		likeNext,
		same: Math.max(0, like - sameQuestion),
	}
	return { entry, sides, met: met.length }
}

function pairShare(known: Set<string>, { pairs, whole }: Asked): number {
	let sum = 0
	for (const { pair, weight } of pairs) if (known.has(pair)) sum += weight
	return sum / whole
}

/**
 * For every topic how like its nearest and its second nearest way to ask the question is. Goes from the terms to the ways to
 * ask that hold them: most hold none.
 */
function likesOf(index: TopicIndex, terms: string[]): { best: Float64Array; next: Float64Array } {
	const both = new Float64Array(index.asks.length)
	const shared = new Uint16Array(index.asks.length)
	const touched: number[] = []
	for (const term of terms) {
		const squared = index.askWeight(term) ** 2
		for (const number of index.asksWith(term)) {
			if (shared[number] === 0) touched.push(number)
			both[number] = (both[number] as number) + squared
			shared[number] = (shared[number] as number) + 1
		}
	}
	const squares = sumOf(terms, square(index.askWeight))
	const best = new Float64Array(index.topics.length)
	const next = new Float64Array(index.topics.length)
	for (const number of touched) {
		const ask = index.asks[number] as IndexedAsk
		const like = likenessTo(ask, both[number] as number, shared[number] as number, squares)
		const most = best[ask.position] as number
		if (like > most) [best[ask.position], next[ask.position]] = [like, most]
		else if (like > (next[ask.position] as number)) next[ask.position] = like
	}
	return { best, next }
}

/** How like a way to ask the question is; a story that holds all of a longer one is nearly the same. */
function likenessTo(ask: IndexedAsk, both: number, shared: number, squares: number): number {
	const isHeld = shared >= longAsk && shared >= heldShare * ask.size
	const contained = isHeld ? (containedWorth * both) / ask.squares : 0
	return Math.max(both / Math.sqrt(ask.squares * squares), contained)
}
