// The length of an answer and what stands at its end: three to five sentences for a person, the one that names a lawyer
// kept, the form named when there is room; two or three for help with the site; one for a visitor.
import type { Gates } from '../gates/load-gates.ts'
import type { Audience } from '../speaker.ts'
import type { Evidence } from './create-checker.ts'

export type AnswerShape = {
	/** Takes a sentence that may be said; gives the pieces to release now. */
	add(text: string, startsLine: boolean): string[]
	/** What is released at the end. A cut answer goes on, so nothing is put at its end. */
	end(outcome: { isCut: boolean }): string[]
	meaningful(): number
	added(): number
	hasReleased(): boolean
}

const most: Record<Audience, number> = { person: 5, helper: 3, visitor: 1 }
const helpers = /(?<!\bno (?:es|soy|somos)(?: una?)? )\b(?:abogad[oa]s?|representantes? acreditad[oa]s?|ayuda legal)\b/i
const anyForm = /\b[A-Z]{1,4}[- ]?\d{1,4}[A-Z]?\b|\b(?:la|forma|formulario) \d{2,4}\b/i
const fewestWords = 4

export function createAnswerShape({ topics, audience }: Evidence, talk: Gates['talk']): AnswerShape {
	const released: string[] = []
	let held: { text: string; startsLine: boolean } | undefined
	let added = 0
	let meaningful = 0
	const isPerson = audience === 'person'
	let endsInList = false
	const form = isPerson ? topics.flatMap(({ forms }) => forms)[0] : undefined
	const isUrgent = isPerson && topics.some(({ urgency }) => urgency !== 'normal')
	const namesHelper = () => released.some((text) => helpers.test(text))

	const release = (text: string, startsLine: boolean): string[] => {
		const before = released.length === 0 ? '' : startsLine ? '\n' : ' '
		released.push(text)
		endsInList = startsLine && before !== ''
		return [before + text]
	}

	return {
		add: (sentence, startsLine) => {
			const text = /[.!?…:]['"»”’)]*$/.test(sentence) ? sentence : `${sentence.replace(/[,;:-]+$/, '')}.`
			added++
			if ((text.match(/\p{L}+/gu) ?? []).length >= fewestWords) meaningful++
			if (released.length >= most[audience]) return []
			const isLast = released.length === most[audience] - 1
			if (!isPerson || !isLast || namesHelper() || helpers.test(text)) return release(text, startsLine)
			// The last place waits: a sentence that names a lawyer may still come.
			held ??= { text, startsLine }
			return []
		},
		end: ({ isCut }) => {
			const pieces: string[] = []
			const refers = !isCut && isUrgent && released.length > 0 && !namesHelper()
			if (held && !refers && released.length < most.person) pieces.push(...release(held.text, held.startsLine))
			if (refers) pieces.push(...release(talk.referral, endsInList))
			const hasRoom = released.length > 0 && released.length < most.person
			if (!isCut && form && hasRoom && !released.some((text) => anyForm.test(text))) {
				pieces.push(...release(talk.formMention.replace('{form}', form), endsInList))
			}
			return pieces
		},
		meaningful: () => meaningful,
		added: () => added,
		hasReleased: () => released.length > 0,
	}
}
