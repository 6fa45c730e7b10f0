// What nobody can know, or what is not so, is said first; the topic's own words follow.
import { facetSentences, fixedSources, mostSentences, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import { type Correction, createMyths } from './corrections.ts'

/** Errors people have heard are named before anybody asks for their story. */
export function mythGate(parts: GateParts): Gate {
	const myths = createMyths(parts)
	return (context) => {
		const myth = myths(context)
		return myth && tellCorrection(parts, context, myth)
	}
}

export function tellCorrection(parts: GateParts, context: Context, correction: Correction): Decision {
	const found = parts.finder.find(context.reading)
	const best = found.sureness === 'unsure' ? undefined : found.best?.topic
	const named = correction.topic ? parts.topic(correction.topic) : undefined
	const current = context.state.topic && parts.topic(context.state.topic.id)
	const topic = (correction.kind === 'unknown' ? (best ?? current) : undefined) ?? named ?? best
	const first = sentencesOf(correction.says)
	if (!topic)
		return {
			kind: correction.kind,
			sentences: first,
			sources: fixedSources(parts.gates.talk.unknown.sources),
			topics: [],
			fixed: true,
			next: {},
		}
	const facet = correction.take ? facetSentences(topic, correction.take) : []
	const more = facet.length > 0 && !facet[0]?.startsWith('\n') ? facet : sentencesOf(topic.answer)
	return {
		kind: correction.kind,
		sentences: [...first, ...more].slice(0, mostSentences),
		sources: sourcesOf(topic, named === topic ? undefined : named).slice(0, 4),
		topics: [topic],
		fixed: false,
		form: topic.forms[0],
		next: { topic: { id: topic.id, told: [] } },
	}
}
