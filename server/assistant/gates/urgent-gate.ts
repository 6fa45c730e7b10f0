// Danger now: detention, a missed court, violence, trafficking, arrest, fraud under way, suicide. Looked for before anything
// else and in every message; answered from reviewed text, so that nothing has to be found or guessed.
import type { Topic } from '../../../contracts/guide.ts'
import { fewSources, fixedSources, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { UrgentEntry } from './load-gates.ts'

export function urgentGate(parts: GateParts): Gate {
	const entries = parts.gates.urgent.entries.map((entry) => ({
		entry,
		signs: parts.compile(entry.signs),
		unless: parts.compile(entry.unless),
		variants: entry.variants.map((variant) => ({ variant, when: parts.compile(variant.when) })),
	}))

	return (context) => {
		const { heard } = context.reading
		const hit = entries.find(({ signs, unless }) => signs.matches(heard) && !unless.matches(heard))
		if (!hit) return undefined
		const variant = hit.variants.find(({ when }) => when.matches(heard))?.variant
		if (!variant && context.state.urgent?.includes(hit.entry.id)) {
			const closer = followUp(parts, context, hit.entry)
			if (closer) return closer
		}
		return decide(parts, context, { ...hit.entry, ...variant })
	}
}

function decide(parts: GateParts, context: Context, entry: UrgentEntry): Decision {
	const own = entry.topic ? parts.topic(entry.topic) : undefined
	const closer = closerTopic(parts, context, entry.topics)
	const original = parts.gates.urgent.entries.find(({ id }) => id === entry.id)
	const ownNext = sentencesOf(entry.next)
	const next =
		closer && entry.next === original?.next
			? [...sentencesOf(closer.answer).slice(0, 1), ...ownNext.slice(0, 1)]
			: ownNext
	const topic = closer ?? own
	return {
		kind: 'urgent',
		sentences: [...sentencesOf(entry.now), ...next, ...sentencesOf(entry.lawyer)],
		sources: fewSources([...fixedSources(entry.sources), ...sourcesOf(closer, own)]),
		topics: topic ? [topic] : [],
		fixed: true,
		next: {
			topic: topic && { id: topic.id, told: [] },
			urgent: [...new Set([...(context.state.urgent ?? []), entry.id])],
		},
	}
}

/** The same danger again, with a question of its own: that question is answered, and who helps is said again. */
function followUp(parts: GateParts, context: Context, entry: UrgentEntry): Decision | undefined {
	const topic = closerTopic(parts, context, [...entry.topics, ...(entry.topic ? [entry.topic] : [])])
	if (!topic) return undefined
	const sentences = sentencesOf(topic.answer)
	if (!sentences.some((sentence) => /abogad|representante/i.test(sentence)))
		sentences.splice(4, Infinity, ...sentencesOf(entry.lawyer))
	return {
		kind: 'urgent',
		sentences,
		sources: fewSources([...sourcesOf(topic), ...fixedSources(entry.sources)]),
		topics: [topic],
		fixed: true,
		form: topic.forms[0],
		next: { topic: { id: topic.id, told: [] }, urgent: context.state.urgent },
	}
}

function closerTopic(parts: GateParts, { reading }: Context, ids: string[]): Topic | undefined {
	const { best, sureness } = parts.finder.find(reading)
	return best && sureness !== 'unsure' && ids.includes(best.topic.id) ? best.topic : undefined
}
