// Which topic a question is about, and how sure that is. MiniSearch proposes; what decides is how much of the question a
// topic covers, whether it is about the programme the question names, and how like one of its ways to ask the question is.
import type { Topic } from '../../../contracts/guide.ts'
import { square, sumOf, type Weight } from './likeness.ts'
import { type IndexedAsk, type IndexedTopic, pairsOf, type TopicIndex } from './topic-index.ts'

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

const candidates = 20
/** How much more the words of the sentence that asks count. */
const focusFactor = 1.5
/** What each view of a topic is worth; fitted on the topics' own ways to ask, each left out in turn. */
const worth = { search: 0.5, cover: 1, subject: 3, pairs: 0.8, title: 2, phrase: 16 }
/** Below this a question only shares words with a way to ask; above, it is nearly the same one. */
const sameQuestion = 0.6
/** Terms of a way to ask that a story can hold by more than chance, and what that is worth beside being the same. */
const longAsk = 3
const containedWorth = 0.9

type Asked = {
	terms: string[]
	subjects: string[]
	pairs: string[]
	weight: Weight
	baseWeight: Weight
	whole: number
	squares: number
}
type Scored = RankedTopic & { subject: number }

/** The nearest topics, best first. */
export function rankTopics(index: TopicIndex, isSubject: (term: string) => boolean, question: Question): RankedTopic[] {
	const focus = new Set(question.focus)
	const factor = (term: string) => (focus.has(term) ? focusFactor : 1)
	const weight = (term: string) => index.weight(term) * factor(term)
	const terms = [...new Set(question.terms)]
	const asked = {
		terms,
		subjects: terms.filter(isSubject),
		pairs: pairsOf(question.terms),
		weight,
		baseWeight: index.weight,
		whole: sumOf(terms, weight) || 1,
		squares: sumOf(terms, square(index.weight)),
	}
	const ranked = index
		.search(terms, factor)
		.slice(0, candidates)
		.map(({ position, score }) => scoreTopic(index.topics[position] as IndexedTopic, score, asked))
		.sort((a, b) => b.score - a.score)
	const [best, second] = ranked
	if (best)
		best.confidence = confidenceOf(
			best,
			second,
			sumOf(
				terms.filter((term) => !index.has(term)),
				weight,
			) / asked.whole,
		)
	return ranked
}

function scoreTopic(entry: IndexedTopic, searched: number, asked: Asked): Scored {
	const { terms, subjects, pairs, weight, whole } = asked
	const met = terms.filter((term) => entry.terms.has(term))
	const cover = sumOf(met, weight) / whole
	const metSubjects = subjects.filter((term) => (entry.terms.get(term) ?? 0) > 1)
	const subject = subjects.length > 0 ? sumOf(metSubjects, weight) / sumOf(subjects, weight) : 0.5
	const together = pairs.filter((pair) => entry.pairs.has(pair)).flatMap((pair) => pair.split(' '))
	const titleMet = entry.title.filter((term) => terms.includes(term))
	const phrase = Math.max(...entry.asks.map((ask) => likenessTo(ask, asked)), 0)
	const score =
		worth.search * (searched / whole) +
		worth.cover * cover +
		worth.subject * subject +
		worth.pairs * (sumOf(together, weight) / whole) +
		worth.title * (sumOf(titleMet, weight) / (sumOf(entry.title, weight) || 1)) +
		worth.phrase * Math.max(0, phrase - sameQuestion)
	return { topic: entry.topic, score, cover, likeness: phrase, met: met.length, subject, confidence: 0 }
}

/** How like a way to ask the question is; a story that holds all of a longer one is nearly the same. */
function likenessTo(ask: IndexedAsk, { terms, baseWeight, squares }: Asked): number {
	const shared = terms.filter((term) => ask.terms.has(term))
	if (shared.length === 0) return 0
	const both = sumOf(shared, square(baseWeight))
	const contained = ask.terms.size >= longAsk ? (containedWorth * both) / ask.squares : 0
	return Math.max(both / Math.sqrt(ask.squares * squares), contained)
}

/**
 * Fitted on the ways to ask of all topics, each left out in turn, against questions that no topic answers: a clear lead and
 * a met subject speak for the topic, words that stand in no topic against it.
 */
function confidenceOf(best: Scored, second: Scored | undefined, unknown: number): number {
	const lead = (best.score - (second?.score ?? 0)) / best.score
	return 1 / (1 + Math.exp(2.4 - 0.045 * best.score - 2.8 * lead - 1.35 * best.subject + 1.2 * unknown))
}
