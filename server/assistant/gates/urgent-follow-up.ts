// What follows an urgent reply: the same danger named again, and questions whose words mean something else after it, such as
// '¿y mis hijos?' after a detention.
import type { Topic } from '../../../contracts/guide.ts'
import { fewSources, fixedSources, mostSentences, sourcesOf } from '../compose.ts'
import { tellFacet } from '../follow-up/tell-facet.ts'
import { tellTopic } from '../follow-up/tell-topic.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { UrgentEntry } from './load-gates.ts'

/** Words of a message that may be read in the light of the danger alone. */
const longestAside = 12

/** The same danger again: a closer topic where the words name one, else what comes after the first step, and that step. */
export function urgentFollowUp(parts: GateParts, context: Context, entry: UrgentEntry): Decision {
	const own = entry.topic ? parts.topic(entry.topic) : undefined
	const closer = closerTopic(parts, context, [...entry.topics, ...(own ? [own.id] : [])])
	const topic = closer ?? own
	const told = topic ? sentencesOf(topic.answer).slice(0, mostSentences - 1) : sentencesOf(entry.easy)
	const reminder = closer || !topic ? [] : sentencesOf(entry.now).slice(0, 1)
	return {
		kind: 'urgent',
		sentences: withHelp([...told, ...reminder], entry),
		sources: fewSources([...sourcesOf(topic), ...fixedSources(entry.sources)]),
		topics: topic ? [topic] : [],
		fixed: true,
		form: topic?.forms[0],
		next: { topic: topic && { id: topic.id, told: [] }, urgent: context.state.urgent },
	}
}

/** A question right after an urgent reply, by the words of `asides`. */
export function urgentAside(parts: GateParts): Gate {
	const entries = new Map(
		parts.gates.urgent.entries.map((entry) => [
			entry.id,
			{
				about: new Set([entry, ...entry.variants].flatMap(({ topic }) => topic ?? []).concat(entry.topics)),
				entry,
				asides: entry.asides.map(({ when, topic, says }) => ({
					when: parts.compile(when),
					topic: topic ? parts.topic(topic) : undefined,
					says,
				})),
			},
		]),
	)
	return ({ reading, state }) => {
		const last = entries.get(state.urgent?.at(-1) ?? '')
		if (!last || reading.words > longestAside || !state.topic) return undefined
		const isAbout = last.about.has(state.topic.id) || last.asides.some(({ topic }) => topic?.id === state.topic?.id)
		const hit = isAbout ? last.asides.find(({ when }) => when.matches(reading.heard)) : undefined
		if (hit?.says) return sayAside(last.entry, hit.says, state)
		if (!hit?.topic) return undefined
		const { id, told } = state.topic
		return hit.topic.id === id ? tellFacet(parts, hit.topic, 'steps', { told }) : tellTopic(hit.topic)
	}
}

function sayAside(entry: UrgentEntry, says: string, { topic, urgent }: Context['state']): Decision {
	return {
		kind: 'urgent',
		sentences: [...sentencesOf(says), ...sentencesOf(entry.lawyer)],
		sources: fixedSources(entry.sources),
		topics: [],
		fixed: true,
		next: { topic, urgent },
	}
}

/** The topic among `ids` that the words are clearly about. */
export function closerTopic(parts: GateParts, { reading }: Context, ids: string[]): Topic | undefined {
	const { best, sureness } = parts.finder.find(reading)
	return best && sureness !== 'unsure' && ids.includes(best.topic.id) ? best.topic : undefined
}

/** Five sentences at most, one of which says who helps. */
function withHelp(sentences: string[], entry: UrgentEntry): string[] {
	const few = sentences.slice(0, mostSentences)
	if (few.some((sentence) => /abogad|representante/i.test(sentence))) return few
	return [...few.slice(0, mostSentences - 1), ...sentencesOf(entry.lawyer)]
}
