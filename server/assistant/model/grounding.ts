// Which messages a language model may word, and from what. What is fixed, urgent, refused or part of the interview is the
// guide's alone.
import type { Topic } from '../../../contracts/guide.ts'
import { plainWords } from '../language/plain.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { Brief } from '../speaker.ts'

export type Grounding = {
	topics: Topic[]
	/** The guide's own answer, where it is sure of the topic: reviewed, so it may be said again in other words. */
	reviewed: string | undefined
	/** True when retrieval found only what is near. */
	isUnsure: boolean
	/** True when the rest of a cut answer is wanted. */
	goesOn: boolean
}

const mostTopics = 4
/** Letters of a word that says what a text is about. */
const tellingLetters = 5

/** Undefined when the guide's words stand as they are. `goingOn`: plain messages that ask for more of the same. */
export function groundingOf(goingOn: ReadonlySet<string>, brief: Brief): Grounding | undefined {
	const { decision, turn } = brief.considered
	if (!decision || decision.fixed || (decision.kind !== 'answer' && decision.kind !== 'unknown')) return undefined
	const topics = decision.topics.slice(0, mostTopics)
	if (topics.length === 0) return undefined
	const isUnsure = (decision.next.choices ?? []).length > 0
	const goesOn = brief.wasCut === true && goingOn.has(plainWords(brief.question).join(' '))
	return { topics, reviewed: isUnsure || goesOn ? undefined : turn.reply, isUnsure, goesOn }
}

/** The topics an answer draws on, the one most of it comes from first; all that were given where it does not tell. */
export function usedTopics(reply: string, topics: readonly Topic[]): readonly Topic[] {
	const words = topics.map((topic) =>
		tellingWords([topic.title, topic.answer, ...Object.values(topic.facets)].join(' ')),
	)
	const sentences = sentencesOf(reply).map((sentence) => [...tellingWords(sentence)])
	const nearest = sentences.map((own) => {
		const met = words.map((known) => own.filter((word) => known.has(word)).length)
		const most = Math.max(...met)
		// What every topic could have said, or none, speaks for none of them.
		return most > Math.min(...met) ? met.indexOf(most) : -1
	})
	const carried = topics.map((topic, i) => ({ topic, sentences: nearest.filter((best) => best === i).length }))
	const used = carried.filter(({ sentences }) => sentences > 0).sort((a, b) => b.sentences - a.sentences)
	return used.length > 0 ? used.map(({ topic }) => topic) : topics
}

function tellingWords(text: string): Set<string> {
	return new Set(plainWords(text).filter((word) => word.length >= tellingLetters || /\d/.test(word)))
}
