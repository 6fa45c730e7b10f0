// Whom a sentence names: offices by the table, and every word in capitals inside the sentence, which is how a programme, a
// law, an organisation or a person is written. All of them must stand in the evidence.
import { foldText } from './clean-text.ts'
import type { CheckingTables } from './load-tables.ts'

export type Names = { offices: string[]; words: string[]; visas: string[] }
export type NameReader = { read(text: string): Names; offices(folded: string): Set<string> }

export function createNameReader({ offices, words }: CheckingTables['names']): NameReader {
	const patterns = Object.entries(offices).map(([id, phrases]) => ({
		id,
		pattern: new RegExp(`(?<![a-z0-9])(?:${phrases.join('|')})(?![a-z0-9])`),
	}))
	const known = new Set(words)
	const officesIn = (folded: string) =>
		new Set(patterns.filter(({ pattern }) => pattern.test(folded)).map(({ id }) => id))
	return {
		offices: officesIn,
		read: (text) => ({
			offices: [...officesIn(foldText(text))],
			words: capitalised(text).filter((word) => !known.has(word)),
			visas: visasIn(text),
		}),
	}
}

/** 'visa U', 'visas U y T': one letter is a name too. */
export function visasIn(text: string): string[] {
	const found = text.matchAll(/\b[Vv]isas?(?: de)?(?: tipo)? ((?:[A-Z](?![\p{L}\d-])(?:,? (?:y|o|u|e) )?)+)/gu)
	return [...found].flatMap((match) => (match[1] as string).match(/[A-Z]/g) ?? []).map((letter) => letter.toLowerCase())
}

function capitalised(text: string): string[] {
	const words: string[] = []
	for (const match of text.matchAll(/\p{L}[\p{L}\p{N}’-]*/gu)) {
		const [word] = match
		// what has digits is a figure
		if (!/\p{Lu}/u.test(word) || /\d/.test(word)) continue
		const before = text.slice(0, match.index)
		const startsSentence = /^[^\p{L}\p{N}]*$/u.test(before) || /[:.?!¿¡"«“'(]\s*$/u.test(before)
		const isAcronym = word.length > 1 && word === word.toUpperCase()
		const isPlainStart = startsSentence && !isAcronym && /^\p{Lu}\p{Ll}*$/u.test(word)
		if (word.length > 1 && !isPlainStart)
			words.push(
				...foldText(word)
					.split(/[-'’]/)
					.filter((part) => part.length > 1),
			)
	}
	return words
}
