// Only Spanish in Latin letters is said. English names of papers and programmes may stand in a Spanish sentence.
import { foldText } from './clean-text.ts'
import type { CheckingTables } from './load-tables.ts'

/** True for a sentence in another script or in English, or that counts in English. */
export function createTongueCheck(table: CheckingTables['english']): (sentence: string) => boolean {
	const english = new Set(table.english)
	const numbers = new Set(table.numbers)
	const spanish = new Set(table.spanish)
	return (sentence) => {
		if (/(?!\p{Script=Latin})\p{L}/u.test(sentence.replace(/[ªº]/g, ''))) return true
		if (/(?![0-9])\p{N}/u.test(sentence)) return true
		const words = foldText(sentence).match(/[a-z]+/g) ?? []
		if (words.some((word) => numbers.has(word))) return true
		const inEnglish = words.filter((word) => english.has(word) && !spanish.has(word)).length
		const inSpanish = words.filter((word) => spanish.has(word)).length
		return inEnglish > 0 && (inEnglish > inSpanish || inEnglish >= 4)
	}
}
