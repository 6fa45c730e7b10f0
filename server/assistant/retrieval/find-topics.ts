// The topics nearest to a question, with how sure it is: `sure` is answered, `likely` is answered with a word of doubt,
// `unsure` is not answered. The bars were set on ways to ask left out and probe questions (`sure` is right in about two of
// three of the former and five of six of the latter) against questions that no topic answers.
import type { Topic } from '../../../contracts/guide.ts'
import type { Language } from '../language/reading.ts'
import { likeness, sumOf } from './likeness.ts'
import { type Question, type RankedTopic, rankTopics } from './rank-topics.ts'
import { buildTopicIndex } from './topic-index.ts'

export type Sureness = 'sure' | 'likely' | 'unsure'
/** From this likeness on, with two words met and most of what was asked, a message is one of the topic's own ways to ask. */
const ownWayToAsk = { likeness: 0.8, met: 2, cover: 0.7 }

export type Found = {
	ranked: RankedTopic[]
	best: RankedTopic | undefined
	sureness: Sureness
	/** The message is nearly word for word one of the topic's own ways to ask. */
	isOwnWay: boolean
}
export type TopicFinder = {
	find(question: Question): Found
	/** A topic known by other means. */
	certain(topic: Topic): Found
	/** Share of the weight of `terms` that stands in the title or in several ways to ask the topic, 0 to 1. */
	typical(topic: Topic, terms: string[]): number
	/** Likeness of two lists of terms, 0 to 1. */
	likeness(a: string[], b: string[]): number
	/** Rarity of a term among the topics. */
	weight(term: string): number
}

const bars = { sure: 0.45, likely: 0.22 }

export function createTopicFinder(topics: readonly Topic[], language: Language): TopicFinder {
	const index = buildTopicIndex(topics, language.terms)
	const positions = new Map(index.topics.map(({ topic }, position) => [topic, position]))
	const isTypical = (term: string, position: number | undefined) =>
		index.places(term).some((place) => place.position === position && (place.inName || place.asks > 1))
	return {
		find: (question) => {
			const ranked = rankTopics(index, language, question)
			const best = ranked[0]
			const isOwnWay =
				best !== undefined &&
				best.likeness >= ownWayToAsk.likeness &&
				best.met >= Math.min(ownWayToAsk.met, question.terms.length) &&
				(best.cover >= ownWayToAsk.cover || (question.focus ?? []).length > 0)
			return { ranked, best, sureness: isOwnWay ? 'sure' : surenessOf(best), isOwnWay }
		},
		certain: (topic) => {
			const best = { topic, score: 1, cover: 1, likeness: 1, met: 1, confidence: 1 }
			return { ranked: [best], best, sureness: 'sure', isOwnWay: true }
		},
		typical: (topic, terms) => {
			const met = terms.filter((term) => isTypical(term, positions.get(topic)))
			return terms.length > 0 ? sumOf(met, index.weight) / sumOf(terms, index.weight) : 0
		},
		likeness: (a, b) => likeness(new Set(a), new Set(b), index.weight),
		weight: index.weight,
	}
}

function surenessOf(best: RankedTopic | undefined): Sureness {
	if (!best || best.confidence < bars.likely) return 'unsure'
	return best.confidence >= bars.sure ? 'sure' : 'likely'
}
