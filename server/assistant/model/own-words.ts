// Keeps the instruction from being told: whatever has six words in a row from it, which no text that may be told has too,
// is the instruction.
import { plainWords } from '../language/plain.ts'
import { sentinel } from './instructions.ts'

const run = 6

/** `instruction` is everything a model is told by us. Gives what tells whether a text has words of it. */
export function createOwnWords(instruction: string): (text: string, mayBeTold: readonly string[]) => boolean {
	const own = new Set(runsOf(instruction))
	return (text, mayBeTold) => {
		if (text.includes(sentinel)) return true
		const told = runsOf(text).filter((words) => own.has(words))
		if (told.length === 0) return false
		const free = new Set(mayBeTold.flatMap(runsOf))
		return told.some((words) => !free.has(words))
	}
}

/** Long texts in parts, because only the beginning of a text is read as plain words. */
function runsOf(text: string): string[] {
	const words = (text.match(/[\s\S]{1,1500}(?:(?=\s)|$)|[\s\S]{1,1500}/g) ?? []).flatMap(plainWords)
	return words.slice(run - 1).map((_, i) => words.slice(i, i + run).join(' '))
}
