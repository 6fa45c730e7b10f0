// What of a model's answer gets out: checked sentences, one by one. Nothing before it is clear that the model answers at
// all, and nothing any more once it tells its instruction.
import type { AnswerChecker } from '../checking/create-checker.ts'
import { sentinel } from './instructions.ts'
import { namesHidden } from './redact.ts'

export type OutletParts = {
	checker: AnswerChecker
	/** Said before the first sentence. */
	opening: string
	tellsInstruction(text: string): boolean
	release(piece: string): void
}

export type Outlet = {
	/** Takes words; gives false when no more are wanted. */
	hear(words: string): boolean
	/** The service is done; gives how many sentences were left out. */
	end(outcome: { isCut: boolean }): number
	/** What was released, the opening included. */
	reply(): string
}

export function createOutlet({ checker, opening, tellsInstruction, release }: OutletParts): Outlet {
	let raw = ''
	let heard = 0
	let reply = ''
	let isShut = false

	return { hear, end, reply: () => reply }

	function hear(words: string): boolean {
		raw += words
		if (isShut || mayBeSentinel(raw)) return !isShut && !saysNothing(raw)
		const pieces = checker.push(raw.slice(heard))
		heard = raw.length
		say(pieces)
		return !isShut
	}

	function end(outcome: { isCut: boolean }): number {
		if (isShut || mayBeSentinel(raw)) return 0
		const { pieces, isUsable, leftOut } = checker.finish(outcome)
		if (isUsable || reply !== '') say(pieces)
		return leftOut
	}

	function say(pieces: string[]) {
		if (pieces.length === 0) return
		isShut ||= tellsInstruction(raw)
		if (isShut) return
		for (const piece of pieces.filter((text) => !namesHidden(text))) {
			const text = reply === '' ? opening + piece.trimStart() : piece
			reply += text
			release(text)
		}
	}
}

/** Letters only: it may come in quotes, with stars or in small letters. */
const letters = (text: string) => text.replace(/[^\p{L}_]/gu, '').toUpperCase()

/** True while the words are, or could become, the word for having no answer. */
function mayBeSentinel(raw: string): boolean {
	const begun = letters(raw)
	return sentinel.startsWith(begun) || begun.startsWith(sentinel)
}

function saysNothing(raw: string): boolean {
	return letters(raw).startsWith(sentinel)
}
