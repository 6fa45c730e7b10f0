// One side of a topic in so many sentences as an answer may have; a longer list is cut and taken up again with 'sigue'.
import type { FacetName, Topic } from '../../../contracts/guide.ts'
import { facetSentences, mostSentences, sourcesOf } from '../compose.ts'
import type { Decision, GateParts } from '../gate.ts'
import { countSentences } from '../guide/readability.ts'
import { sentencesOf } from '../language/sentences.ts'

export type Telling = {
	/** Facets of the topic told before. */
	told: FacetName[]
	/** Where in a list to go on. */
	from?: number
	/** Sentences of the topic's answer that follow when there is room, for a topic not spoken of before. */
	withAnswer?: boolean
	missing?: string
}

export function tellFacet(
	{ gates }: Pick<GateParts, 'gates'>,
	topic: Topic,
	facet: FacetName,
	telling: Telling,
): Decision {
	const { told, from = 0, withAnswer = false, missing = '' } = telling
	const all = facetSentences(topic, facet)
	const own = all.length > 0 ? all.slice(from) : sentencesOf(missing)
	const fitting = countFitting(own, mostSentences)
	const isCut = fitting < own.length
	// The word on how to go on takes the place of a sentence.
	const end = isCut ? countFitting(own, mostSentences - 1) : own.length
	const shown = isCut ? [...own.slice(0, end), `\n${gates.talk.more}`] : own
	const rest = isCut ? { facet, from: from + end } : undefined
	const room = Math.max(0, mostSentences - countSentences(shown.join(' ')))
	const answer = withAnswer ? sentencesOf(topic.answer).slice(0, room) : []
	const isList = shown[0]?.startsWith('\n') ?? false
	const lead = gates.facets.facets[facet]?.lead
	return {
		kind: 'answer',
		// A list reads as the end of an answer, a sentence or two as its beginning.
		sentences: isList ? [...answer.slice(0, 1), ...(lead ? [lead] : []), ...shown] : [...shown, ...answer],
		sources: sourcesOf(topic),
		topics: [topic],
		fixed: false,
		form: topic.forms[0],
		next: {
			topic: { id: topic.id, told: [...told.filter((each) => each !== facet), facet], ...(rest ? { rest } : {}) },
		},
	}
}

/** How many of `pieces` fit into so many sentences; an item of a list may have two. At least one, so that it goes on. */
function countFitting(pieces: string[], sentences: number): number {
	let used = 0
	const tooMany = pieces.findIndex((piece) => {
		used += countSentences(piece)
		return used > sentences
	})
	return tooMany < 0 ? pieces.length : Math.max(1, tooMany)
}
