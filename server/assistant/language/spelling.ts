// Typing mistakes: a word nobody uses is read as the known word one letter away, compared by sound and as it is written.
// The first letter is nearly always right, and a short word is left alone: too many others are near it.
import { remember } from './remember.ts'
import { sound } from './sound.ts'
import { stemOf } from './terms.ts'

export type Spelling = { correct(word: string): string }

const shortestCorrected = 5

/** Knows every word of `texts`, which must be plain. */
export function createSpelling(texts: Iterable<string[]>): Spelling {
	const written = new Neighbours()
	const heard = new Neighbours()
	const stems = new Set<string>()
	for (const [word, count] of countWords(texts)) {
		stems.add(stemOf(word))
		written.add(word, word, count)
		heard.add(sound(word), word, count)
	}
	const nearest = (word: string): string => {
		// another form of a known word is no slip
		if (word.length < shortestCorrected || heard.has(sound(word)) || stems.has(stemOf(word))) return word
		return heard.nearest(sound(word)) ?? written.nearest(word) ?? word
	}

	return { correct: remember(nearest) }
}

function countWords(texts: Iterable<string[]>): Map<string, number> {
	const counts = new Map<string, number>()
	for (const text of texts) {
		for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1)
	}
	for (const word of counts.keys()) if (!/^[a-z]+$/.test(word)) counts.delete(word)
	return counts
}

/** Spellings by what is left of them without one letter. */
type ByDeletion = Map<string, string[]>

/** Words by every spelling of them with one letter left out: two words one slip apart share such a spelling. */
class Neighbours {
	readonly #words = new Map<string, { word: string; count: number }>()
	/** Worked out for a first letter when somebody first makes a slip in a word that begins with it. */
	readonly #byFirstLetter = new Map<string, ByDeletion>()

	/** All words are added before anybody asks. */
	add(spelling: string, word: string, count: number) {
		const entry = this.#words.get(spelling)
		if (entry) entry.count += count
		else this.#words.set(spelling, { word, count })
	}

	#byDeletion(firstLetter: string): ByDeletion {
		const known = this.#byFirstLetter.get(firstLetter)
		if (known) return known
		const byDeletion: ByDeletion = new Map()
		for (const spelling of this.#words.keys()) {
			if (spelling[0] !== firstLetter || spelling.length < shortestCorrected - 1) continue
			for (const shorter of deletions(spelling)) {
				const list = byDeletion.get(shorter)
				if (list) list.push(spelling)
				else byDeletion.set(shorter, [spelling])
			}
		}
		this.#byFirstLetter.set(firstLetter, byDeletion)
		return byDeletion
	}

	has(spelling: string): boolean {
		return this.#words.has(spelling)
	}

	/** The most used word one slip away. */
	nearest(spelling: string): string | undefined {
		if (spelling.length < shortestCorrected - 1) return undefined
		const shorter = deletions(spelling)
		const byDeletion = this.#byDeletion(spelling[0] as string)
		const near = [spelling, ...shorter].flatMap((key) => byDeletion.get(key) ?? [])
		let best: { word: string; count: number } | undefined
		for (const candidate of new Set([...near, ...shorter])) {
			const entry = this.#words.get(candidate)
			if (!entry || candidate[0] !== spelling[0] || !isOneSlip(spelling, candidate)) continue
			if (!best || entry.count > best.count) best = entry
		}
		return best?.word
	}
}

function deletions(word: string): string[] {
	return Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))
}

/** One letter too many, missing or wrong, or two swapped. */
function isOneSlip(a: string, b: string): boolean {
	let start = 0
	while (start < a.length && a[start] === b[start]) start++
	let endA = a.length
	let endB = b.length
	while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
		endA--
		endB--
	}
	const restA = a.slice(start, endA)
	const restB = b.slice(start, endB)
	if (restA.length <= 1 && restB.length <= 1) return true
	return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
