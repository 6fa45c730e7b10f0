// The question itself: which topic of the guide it is about, which side of it, and whether that is sure enough to say. The
// last gate; it always decides.
import type { FacetName, Topic } from '../../contracts/guide.ts'
import { facetSentences, fewSources, fixedSources, mostSentences, sourcesOf } from './compose.ts'
import { createFacetFinder, type FacetFinder } from './follow-up/facets.ts'
import { nearTopic } from './follow-up/near-topic.ts'
import { tellFacet } from './follow-up/tell-facet.ts'
import { tellTopic } from './follow-up/tell-topic.ts'
import type { Context, Decision, GateParts } from './gate.ts'
import { refusal } from './gates/fixed-gates.ts'
import type { Reading } from './language/reading.ts'
import { sentencesOf } from './language/sentences.ts'
import { createUnknowable } from './retrieval/corrections.ts'
import { pickDetail } from './retrieval/detail.ts'
import type { Found } from './retrieval/find-topics.ts'
import { tellCorrection } from './retrieval/tell-correction.ts'

/** Share of a message without any word of immigration that its topic must know. */
const coverWithoutSubject = 0.75
const termsWithoutSubject = 3
const mostChoices = 3
const question = /\b(como|que|cuando|donde|cual|quien|cuanto|cuantos|puedo|puede|perdi|por que)\b/
/** Likeness from which a message is one of a topic's own ways to ask. */
const sameQuestion = 0.5

export function topicGate(parts: GateParts): (context: Context) => Decision {
	const facets = createFacetFinder(parts)
	const unknowable = createUnknowable(parts)
	return (context) => {
		const { reading, state } = context
		const facet = facets.find(reading)
		const own = facets.ownTerms(reading)
		const current = state.topic && parts.topic(state.topic.id)
		const nobodyKnows = unknowable(context)
		if (nobodyKnows) return tellCorrection(parts, context, nobodyKnows)
		if (own.length === 0 && current) return goDeeper(parts, context, current, facet, facets)
		const near = current && nearTopic(parts, context, current, own)
		if (near) return about(parts, context, near, facet, facets)
		const found = findTopic(parts, reading, facet, facets)
		if (found.best && found.isOwnWay) return about(parts, context, found.best.topic, facet, facets)
		if (own.length === 0)
			return facet || reading.terms.length > 0 ? askWhich(parts) : refusal(parts.gates.scope.refusal)
		if (!current && !reading.terms.some(parts.language.isDomain)) return withoutSubject(parts, found)
		if (found.best && found.sureness === 'sure') return about(parts, context, found.best.topic, facet, facets)
		// Doubtful words go on with the topic under discussion rather than jump to another.
		if (current && found.sureness === 'likely' && found.best?.topic === current)
			return about(parts, context, current, facet, facets)
		const isLikely = found.best !== undefined && found.sureness === 'likely'
		const names = isLikely && asksSomething(reading) ? parts.language.isDomain : parts.language.isSubject
		if (current && !reading.terms.some(names))
			return facet ? about(parts, context, current, facet, facets) : within(parts, context, current)
		return isLikely ? maybe(parts, found) : unknown(parts, found)
	}
}

/**
 * What has no word of immigration in it is answered only when a topic knows most of its words, and then with doubt. Where one
 * is near, topics are offered: 'ya pasaron 3 años y no me contestan' is no question to be sent away with.
 */
function withoutSubject(parts: GateParts, found: Found): Decision {
	const { best, sureness } = found
	if (!best || sureness === 'unsure' || best.met < 2) return refusal(parts.gates.scope.refusal)
	const isKnown = sureness === 'sure' && best.cover >= coverWithoutSubject && best.met >= termsWithoutSubject
	return isKnown ? maybe(parts, found) : unknown(parts, found)
}

function about(
	parts: GateParts,
	context: Context,
	topic: Topic,
	facet: FacetName | undefined,
	facets: FacetFinder,
): Decision {
	const isCurrent = context.state.topic?.id === topic.id
	// '¿Cómo pido…?' begins a subject: first what it is and which form, the steps when they are asked for after that.
	const isOpening = facet === 'steps' && !isCurrent
	if (
		facet &&
		!isOpening &&
		(isCurrent || (topic.facets[facet] && !asksItself(parts, topic, context.reading, facet, facets)))
	) {
		const told = isCurrent ? (context.state.topic?.told ?? []) : []
		return tellFacet(parts, topic, facet, { told, withAnswer: !isCurrent, missing: facets.missing(facet) })
	}
	const detail = pickDetail(parts, topic, context.reading).filter((sentence) => !isDocument(topic, sentence))
	// Told a moment ago, and nothing new in it.
	if (isCurrent && detail.length === 0 && !namesTopic(parts, topic, context.reading))
		return within(parts, context, topic)
	return tellTopic(topic, detail)
}

/** Somebody who asks for the topic by its name hears it again. */
function namesTopic({ finder, mainTopic }: GateParts, topic: Topic, reading: Reading): boolean {
	const { best, sureness } = finder.find(reading)
	return mainTopic(reading.terms) === topic || (best?.topic === topic && sureness === 'sure')
}

function asksSomething({ asks, plain }: Reading): boolean {
	return asks || question.test(plain)
}

/** An item of the list of papers is no sentence to end an answer with. */
function isDocument(topic: Topic, detail: string): boolean {
	return facetSentences(topic, 'documents').includes(`\n${detail}`)
}

/** True when the topic as a whole is about that side: 'cuánto tiempo tengo para pedir asilo' is not about a waiting time. */
function asksItself(
	{ finder, language }: GateParts,
	topic: Topic,
	reading: Reading,
	facet: FacetName,
	facets: FacetFinder,
): boolean {
	return topic.ask.some((ask) => {
		const asked = language.read(ask)
		return finder.likeness(asked.terms, reading.terms) > sameQuestion && facets.find(asked) === facet
	})
}

/** A message without a subject of its own goes on with the topic under discussion. */
function goDeeper(
	parts: GateParts,
	context: Context,
	topic: Topic,
	facet: FacetName | undefined,
	facets: FacetFinder,
): Decision {
	const told = context.state.topic?.told ?? []
	if (facet) return tellFacet(parts, topic, facet, { told, missing: facets.missing(facet) })
	return within(parts, context, topic)
}

/** Words that only ask for a side say nothing about the topic, unless a topic is asked for in just these words. */
function findTopic(parts: GateParts, reading: Reading, facet: FacetName | undefined, facets: FacetFinder): Found {
	const { finder, mainTopic } = parts
	const full = finder.find(reading)
	const own = facet ? facets.ownTerms(reading) : reading.terms
	if (facet && full.sureness === 'sure' && full.best && asksItself(parts, full.best.topic, reading, facet, facets))
		return full
	const main = mainTopic(own)
	if (main) return finder.certain(main)
	const withoutFacet = facet && own.length > 0 ? finder.find({ terms: own }) : undefined
	return withoutFacet && withoutFacet.sureness !== 'unsure' ? withoutFacet : full
}

function maybe({ gates }: GateParts, { ranked }: Found): Decision {
	const choices = ranked.slice(0, mostChoices).map(({ topic }) => topic)
	const [topic, ...others] = choices as [Topic, ...Topic[]]
	const also = others.map((other, i) => `${i + 2}) ${other.title}`).join('; ')
	const doubt = gates.talk.likely.replace('{title}', topic.title)
	const answer = sentencesOf(topic.answer).slice(0, mostSentences - 2)
	return {
		kind: 'answer',
		sentences: [doubt, ...answer, ...(also ? [gates.talk.also.replace('{choices}', also)] : [])],
		sources: fewSources([...sourcesOf(topic), ...others.flatMap((other) => sourcesOf(other).slice(0, 1))]),
		topics: choices,
		fixed: false,
		form: topic.forms[0],
		next: { topic: { id: topic.id, told: [] }, choices: choices.map(({ id }) => id) },
	}
}

/** Nobody can tell what of the topic is asked for. */
function within({ gates }: GateParts, { state }: Context, topic: Topic): Decision {
	return {
		kind: 'clarify',
		sentences: sentencesOf(gates.talk.within.replace('{title}', topic.title)),
		sources: sourcesOf(topic),
		topics: [topic],
		fixed: true,
		next: { topic: state.topic },
	}
}

function askWhich({ gates }: GateParts): Decision {
	return { kind: 'clarify', sentences: sentencesOf(gates.talk.which), sources: [], topics: [], fixed: true, next: {} }
}

/** Says that it does not know, and offers the nearest topics. */
function unknown({ gates }: GateParts, { ranked }: Found): Decision {
	const choices = ranked.slice(0, mostChoices).map(({ topic }) => topic)
	const titles = choices.map((topic, i) => `${i + 1}) ${topic.title}`).join('; ')
	const offer = choices.length > 0 ? sentencesOf(gates.talk.unknown.choices.replace('{choices}', titles)) : []
	return {
		kind: 'unknown',
		sentences: [...sentencesOf(gates.talk.unknown.reply), ...offer],
		sources: fixedSources(gates.talk.unknown.sources),
		topics: choices,
		fixed: choices.length === 0,
		next: { choices: choices.map((topic) => topic.id) },
	}
}
