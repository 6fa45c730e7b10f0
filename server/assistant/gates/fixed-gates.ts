// Gates whose reply is one fixed text: steering, requests for something that would hurt the person, what is out of scope.
import { fixedSources, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'

/** Attempts to change the assistant's role or to see its instructions. */
export function steeringGate({ gates, compile }: GateParts): Gate {
	const signs = compile(gates.steering.signs)
	const unless = compile(gates.steering.unless)
	return ({ reading, state }) => {
		if (!signs.matches(reading.heard) || unless.matches(reading.heard)) return undefined
		return { ...refusal(gates.steering.reply), next: underDiscussion(state) }
	}
}

/** False papers, a bought marriage, lying to the government, crossing: what it costs, and the honest way. */
export function unlawfulGate({ gates, compile, topic }: GateParts): Gate {
	const entries = gates.unlawful.entries.map((entry) => ({
		entry,
		signs: compile(entry.signs),
		unless: compile(entry.unless),
	}))
	return ({ reading }) => {
		const hit = entries.find(({ signs, unless }) => signs.matches(reading.heard) && !unless.matches(reading.heard))
		if (!hit) return undefined
		const about = topic(hit.entry.topic)
		return {
			kind: 'answer',
			sentences: sentencesOf(hit.entry.reply),
			sources: [...fixedSources(hit.entry.sources), ...sourcesOf(about)].slice(0, 3),
			topics: about ? [about] : [],
			fixed: true,
			next: about ? { topic: { id: about.id, told: [] } } : {},
		}
	}
}

/** What is never answered here, such as recipes, poems or another country's immigration, and who the assistant is. */
export function outOfScopeGate({ gates, compile, finder }: GateParts): Gate {
	const kinds = gates.scope.kinds.map((kind) => ({ kind, always: compile(kind.always), unless: compile(kind.unless) }))
	return ({ reading, state }) => {
		const hit = kinds.find(({ always, unless }) => always.matches(reading.heard) && !unless.matches(reading.heard))
		if (!hit || (hit.kind.id === 'otro-pais' && finder.find(reading).isOwnWay)) return undefined
		return { ...refusal(hit.kind.reply), introduces: hit.kind.introduces, next: underDiscussion(state) }
	}
}

/** Subjects of everyday life, refused when nothing in the message has to do with immigration. */
export function offTopicGate({ gates, compile, language, finder }: GateParts): Gate {
	const kinds = gates.scope.kinds.map((kind) => ({ kind, alone: compile(kind.alone) }))
	return ({ reading, state }) => {
		if (reading.terms.some(language.namesImmigration)) return undefined
		const hit = kinds.find(({ alone }) => alone.matches(reading.heard))
		if (!hit || finder.find(reading).isOwnWay) return undefined
		return { ...refusal(hit.kind.reply), next: underDiscussion(state) }
	}
}

/** Immigration matters the guide has nothing on yet. */
export function gapGate({ gates, compile, finder }: GateParts): Gate {
	const entries = gates.gaps.entries.map((entry) => ({
		entry,
		signs: compile(entry.signs),
		unless: compile(entry.unless),
	}))
	return ({ reading }) => {
		const hit = entries.find(({ signs, unless }) => signs.matches(reading.heard) && !unless.matches(reading.heard))
		if (!hit || finder.find(reading).isOwnWay) return undefined
		const sentences = sentencesOf(gates.gaps.reply.replace('{about}', hit.entry.about))
		return { ...refusal(''), kind: 'unknown', sentences, sources: fixedSources([hit.entry.source]) }
	}
}

/** What somebody comes back to after a word about something else. */
function underDiscussion({ topic, choices, interview }: Context['state']): Decision['next'] {
	return { topic, choices, interview }
}

export function refusal(reply: string): Decision {
	return { kind: 'offtopic', sentences: sentencesOf(reply), sources: [], topics: [], fixed: true, next: {} }
}
