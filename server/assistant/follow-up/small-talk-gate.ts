// Messages that are nothing but a word of the conversation: a greeting, thanks, 'sí', 'no', 'otra vez', 'no entendí', a word
// of fear.
import type { FacetName, Topic } from '../../../contracts/guide.ts'
import { fixedSources, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import { easier } from './say-easier.ts'
import { tellFacet } from './tell-facet.ts'
import { tellTopic } from './tell-topic.ts'
import { wholeMessage } from './whole-message.ts'

/** A longer message that holds 'no entiendo' is about something else. */
const longestUnclear = 12
const longestUnclearAlone = 5
const order: FacetName[] = ['steps', 'documents', 'requirements', 'risks', 'time', 'cost', 'after']

export function smallTalkGate(parts: GateParts): Gate {
	const { talk } = parts.gates
	const sayEasier = easier(parts)
	const whole = (phrases: string[]) => wholeMessage(phrases, parts)
	const [isGreeting, isThanks, isYes, isNo] = [talk.greeting, talk.thanks, talk.yes, talk.no].map((it) =>
		whole(it.signs),
	)
	const [isAgain, isAfraid] = [talk.again, talk.fear].map((it) => whole(it.signs))
	const isUnknown = whole(parts.gates.legalisation.talk.unknown)
	const isUnclear = parts.compile(talk.unclear.signs)

	return (context) => {
		const { reading, state } = context
		const { plain, heard, words } = reading
		const topic = state.topic && parts.topic(state.topic.id)
		if (isUnclear.matches(heard) && words <= (topic ? longestUnclear : longestUnclearAlone))
			return sayEasier(context, topic) ?? fixed(talk.unclear.nothing, state)
		if (isYes?.(plain)) return goOnOrAsk(parts, state, topic)
		if (isAgain?.(plain)) return sayAgain(parts, state, topic)
		if (isNo?.(plain)) return { ...fixed(talk.no.reply, state), sources: fixedSources(talk.no.sources), next: {} }
		if (state.choices && isUnknown(plain))
			return { ...fixed(talk.no.reply, state), sources: fixedSources(talk.no.sources) }
		if (isThanks?.(plain)) return fixed(talk.thanks.reply, state)
		if (isGreeting?.(plain)) return fixed(talk.greeting.reply, state)
		if (isAfraid?.(plain) && topic?.area !== 'asilo') return { ...fixed(talk.fear.reply, state), kind: 'clarify' }
		return undefined
	}
}

/** A reply that changes nothing in what is under discussion. */
function fixed(reply: string | undefined, state: Context['state']): Decision {
	return {
		kind: 'answer',
		sentences: sentencesOf(reply ?? ''),
		sources: [],
		topics: [],
		fixed: true,
		next: { topic: state.topic, interview: state.interview, choices: state.choices, urgent: state.urgent },
	}
}

function goOnOrAsk(parts: GateParts, state: Context['state'], topic: Topic | undefined): Decision {
	const { talk } = parts.gates
	if (state.cut) return goOnWithCut(parts, state, topic)
	if (topic) return goOn(parts, topic, state)
	const offered = (state.choices ?? []).flatMap((id) => parts.topic(id) ?? [])
	if (offered.length === 0) return fixed(talk.greeting.reply, state)
	const choices = offered.map(({ title }, i) => `${i + 1}) ${title}`).join('; ')
	return { ...fixed(talk.pick.replace('{choices}', choices), state), kind: 'clarify' }
}

/** After an answer that was cut nothing new counts as told, and whoever was speaking goes on with it. */
function goOnWithCut(parts: GateParts, state: Context['state'], topic: Topic | undefined): Decision {
	const more = topic ? goOn(parts, topic, state) : fixed(parts.gates.talk.unclear.nothing, state)
	return { ...more, fixed: false, next: { topic: state.topic, choices: state.choices, interview: state.interview } }
}

/** 'sí', 'sigue': the rest of a list, else the next side of the topic not told yet. */
function goOn(parts: GateParts, topic: Topic, state: Context['state']): Decision {
	const told = state.topic?.told ?? []
	const rest = state.topic?.rest
	const next = order.find((facet) => topic.facets[facet] && !told.includes(facet))
	if (rest) return tellFacet(parts, topic, rest.facet, { told, from: rest.from })
	if (next) return tellFacet(parts, topic, next, { told })
	return { ...fixed(parts.gates.talk.nothingMore, state), sources: sourcesOf(topic), topics: [topic] }
}

/** 'otra vez': the last answer, word for word where it is remembered whole. */
function sayAgain(parts: GateParts, state: Context['state'], topic: Topic | undefined): Decision {
	const { opening, greeting } = parts.gates.talk
	const said = state.turns.at(-1)?.answer.replace(opening, '').trim()
	if (said && !said.endsWith('…'))
		return { ...fixed('', state), sentences: [said], sources: sourcesOf(topic), topics: topic ? [topic] : [] }
	if (!topic) return fixed(greeting.reply, state)
	const told = state.topic?.told ?? []
	const last = told.at(-1)
	return last ? tellFacet(parts, topic, last, { told }) : tellTopic(topic)
}
