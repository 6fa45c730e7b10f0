// '¿Y mi esposa?', '¿y puedo viajar?': which neighbour of the topic under discussion a short message is about.
import type { Topic } from '../../../contracts/guide.ts'
import type { Context, GateParts } from '../gate.ts'
import { relative } from '../interview/questions.ts'

/** Words of a message that may go on with the topic under discussion without a 'y' before it. */
const shortMessage = 5
/** '¿Y mi mamá?' is answered where it is said which relatives count. */
const aboutRelative = new RegExp(`^(?:y|pero|tambien) (?:para )?mis? ${relative}\\b[ .?]*$`)
const family = 'esposo hijos'
const goingOn = /^(y|pero|entonces|tambien|o) /

/** '¿y mi esposa?': among the topic under discussion and its neighbours, the one such words are typical of. */
export function nearTopic(parts: GateParts, { reading }: Context, current: Topic, own: string[]): Topic | undefined {
	const goesOn = goingOn.test(reading.plain)
	if (!goesOn && (reading.words > shortMessage || parts.mainTopic(own))) return undefined
	const asksForRelative = goesOn && aboutRelative.test(reading.plain)
	const isSameArea = (topic: Topic) => Number(topic.area === current.area)
	const bestFor = (terms: string[]) => {
		const fits = parts.near(current).map((topic) => ({ topic, fit: parts.finder.typical(topic, terms) }))
		const found = parts.finder.find({ terms }).ranked.map(({ topic }) => topic)
		const place = (topic: Topic) => found.indexOf(topic) + 1 || found.length + 1
		const ranked = fits
			.filter(({ fit }) => fit >= (goesOn ? 0.5 : 0.8))
			.sort((a, b) => b.fit - a.fit || isSameArea(b.topic) - isSameArea(a.topic) || place(a.topic) - place(b.topic))
		// The topic itself was told just now: a relative is asked about beyond it.
		return (ranked.find(({ topic }) => !asksForRelative || topic !== current) ?? ranked[0])?.topic
	}
	return bestFor(own) ?? (asksForRelative ? bestFor(parts.language.terms(family)) : undefined)
}
