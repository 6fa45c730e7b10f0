// After 'no sé' the assistant offers topics with numbers; 'el 2', 'la segunda' or the topic's own words pick one.
import type { Context, Gate, GateParts } from '../gate.ts'
import { tellTopic } from './tell-topic.ts'

const ordinals: [RegExp, number][] = [
	[/\b(1|primer|primero|primera|uno|una)\b/, 0],
	[/\b(2|segundo|segunda)\b/, 1],
	[/\b(3|tercer|tercero|tercera)\b/, 2],
	[/\b(ultimo|ultima)\b/, -1],
]
const longestChoice = 8
/** Share of the message's weight that must stand in a title for its words to pick it. */
const coverOfTitle = 0.6

export function choiceGate(parts: GateParts): Gate {
	return (context) => {
		const { choices } = context.state
		if (!choices?.length || context.reading.words > longestChoice) return undefined
		const id = byNumber(context, choices) ?? byWords(parts, context, choices)
		const topic = id ? parts.topic(id) : undefined
		return topic ? tellTopic(topic) : undefined
	}
}

function byNumber({ reading }: Context, choices: string[]): string | undefined {
	if (reading.words > 4) return undefined
	const hit = ordinals.find(([pattern]) => pattern.test(reading.plain))
	return hit && choices.at(hit[1])
}

function byWords({ finder, topic, language }: GateParts, { reading }: Context, choices: string[]): string | undefined {
	const scored = choices.map((id) => {
		const chosen = topic(id)
		const title = new Set(chosen ? language.terms(chosen.title) : [])
		const own = reading.terms.reduce((sum, term) => sum + finder.weight(term), 0) || 1
		return {
			id,
			score: reading.terms.reduce((sum, term) => sum + (title.has(term) ? finder.weight(term) : 0), 0) / own,
		}
	})
	const best = scored.sort((a, b) => b.score - a.score)[0]
	return best && best.score >= coverOfTitle ? best.id : undefined
}
