// Danger now: detention, a missed court, violence, trafficking, arrest, fraud under way, suicide. Looked for before anything
// else and in every message; answered from reviewed text, so that nothing has to be found or guessed.
import { fewSources, fixedSources, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { UrgentEntry } from './load-gates.ts'
import { closerTopic, urgentAside, urgentFollowUp } from './urgent-follow-up.ts'

export function urgentGate(parts: GateParts): Gate {
	const entries = parts.gates.urgent.entries.map((entry) => ({
		entry,
		signs: parts.compile(entry.signs),
		unless: parts.compile(entry.unless),
		follows: entry.follows && followsOn(parts, entry.follows),
		variants: entry.variants.map((variant) => ({ variant, when: parts.compile(variant.when) })),
	}))
	const aside = urgentAside(parts)

	return (context) => {
		const { heard } = context.reading
		const hit = entries.find(
			({ signs, unless, follows }) => (signs.matches(heard) || follows?.(context)) && !unless.matches(heard),
		)
		if (!hit) return aside(context)
		const variant = hit.variants.find(({ when }) => when.matches(heard))?.variant
		if (!variant && context.state.urgent?.includes(hit.entry.id)) return urgentFollowUp(parts, context, hit.entry)
		return decide(parts, context, { ...hit.entry, ...variant })
	}
}

/** A sign that means this danger only after what was said before. */
function followsOn(parts: GateParts, { areas, after, signs }: NonNullable<UrgentEntry['follows']>) {
	const [said, before] = [parts.compile(signs), parts.compile(after)]
	return ({ reading, state }: Context): boolean => {
		if (!said.matches(reading.heard)) return false
		const area = state.topic && parts.topic(state.topic.id)?.area
		const last = state.turns.at(-1)?.question
		return (area !== undefined && areas.includes(area)) || (!!last && before.matches(parts.language.read(last).heard))
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
			urgent: [...(context.state.urgent ?? []).filter((id) => id !== entry.id), entry.id],
		},
	}
}
