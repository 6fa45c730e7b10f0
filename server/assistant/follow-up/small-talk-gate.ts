// Messages that are nothing but a word of the conversation: a greeting, thanks, 'sí', 'no entendí', 'el 2'.
import type { FacetName, Topic } from '../../../contracts/guide.ts'
import { facetSentences, fixedSources, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import { tellFacet } from './tell-facet.ts'

export function smallTalkGate(parts: GateParts): Gate {
	const { talk } = parts.gates
	const whole = (phrases: string[]) => wholeMessage(phrases, parts)
	const isGreeting = whole(talk.greeting.signs)
	const isThanks = whole([...talk.thanks.signs])
	const isYes = whole(talk.yes.signs)
	const isNo = whole(talk.no.signs)
	const isUnclear = parts.compile(talk.unclear.signs)
	const say = (reply: string, state: Context['state']): Decision => ({
		kind: 'answer',
		sentences: sentencesOf(reply),
		sources: [],
		topics: [],
		fixed: true,
		next: { topic: state.topic, interview: state.interview, choices: state.choices, urgent: state.urgent },
	})

	return ({ reading, state }) => {
		const { plain } = reading
		const topic = state.topic && parts.topic(state.topic.id)
		if (topic && isUnclear.matches(reading.heard) && reading.words <= 12) return explain(parts, topic, state)
		if (isUnclear.matches(reading.heard) && reading.words <= 5) return say(talk.unclear.nothing ?? '', state)
		if (isYes(plain)) return topic ? goOn(parts, topic, state) : say(talk.greeting.reply ?? '', state)
		if (isNo(plain)) return { ...say(talk.no.reply ?? '', state), sources: fixedSources(talk.no.sources), next: {} }
		if (isThanks(plain)) return say(talk.thanks.reply ?? '', state)
		if (isGreeting(plain)) return say(talk.greeting.reply ?? '', state)
		return undefined
	}
}

/** 'sí', 'sigue': the rest of a list, else the next side of the topic not told yet. */
function goOn(parts: GateParts, topic: Topic, state: Context['state']): Decision {
	const rest = state.topic?.rest
	if (rest) return tellFacet(parts, topic, rest.facet, { told: state.topic?.told ?? [], from: rest.from })
	const told = new Set(state.topic?.told)
	const order: FacetName[] = ['steps', 'documents', 'requirements', 'risks', 'time', 'cost', 'after']
	const next = order.find((facet) => topic.facets[facet] && !told.has(facet))
	if (next) return tellFacet(parts, topic, next, { told: state.topic?.told ?? [] })
	return {
		kind: 'answer',
		sentences: sentencesOf(parts.gates.talk.nothingMore),
		sources: sourcesOf(topic),
		topics: [topic],
		fixed: true,
		next: { topic: state.topic, urgent: state.urgent },
	}
}

/** 'no entendí': the heart of the answer again, and the hard words in it explained. */
function explain({ gates }: GateParts, topic: Topic, state: Context['state']): Decision {
	const said = (state.turns.at(-1)?.answer ?? topic.answer).toLowerCase()
	const words = Object.entries(gates.talk.glossary).filter(
		([word]) => said.includes(word) || topic.answer.toLowerCase().includes(word),
	)
	const explained = words.slice(0, 2).map(([, sentence]) => sentence)
	const [first = '', second = ''] = sentencesOf(topic.answer)
	const steps = facetSentences(topic, 'steps')
		.slice(0, 1)
		.map((step) => `Lo primero que toca: ${lowerFirst(step.trim())}`)
	return {
		kind: 'answer',
		sentences: [gates.talk.unclear.lead ?? '', first, ...(explained.length > 0 ? explained : [second]), ...steps].slice(
			0,
			5,
		),
		sources: sourcesOf(topic),
		topics: [topic],
		fixed: false,
		next: { topic: state.topic, urgent: state.urgent },
	}
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** True for a plain text made of nothing but these phrases. */
function wholeMessage(phrases: string[], { language }: GateParts): (plainText: string) => boolean {
	const known = phrases
		.map((phrase) => language.read(phrase).plain.replace(/ ?[.?]/g, ''))
		.sort((a, b) => b.length - a.length)
	const pattern = new RegExp(`^(?:(?:${known.join('|')})(?: |$))+$`)
	return (text) => pattern.test(text.replace(/[.?]/g, '').replace(/\s+/g, ' ').trim())
}
