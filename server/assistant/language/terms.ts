// Words for retrieval: synonyms brought to one word, stop words left out, endings cut, sound spelling. The topics and the
// questions go through the same steps, so only what stands here decides which words meet.
import { stemmer } from '@orama/stemmers/spanish'
import type { Synonyms } from '../gates/load-gates.ts'
import { remember } from './remember.ts'
import { sound } from './sound.ts'

export type Terms = {
	/** The terms of plain words, in order. */
	of(plainWords: readonly string[]): string[]
}

type Variant = { words: string[]; terms: string[] }

type TermTables = Pick<Synonyms, 'groups' | 'broader' | 'places' | 'ignore'>

export function createTerms({ groups, broader, places, ignore }: TermTables): Terms {
	const byFirstWord = new Map<string, Variant[]>()
	const named = [
		...Object.entries(groups).map(([name, variants]) => [termsOfGroup(name, broader), variants] as const),
		[[], places] as const,
	]
	for (const [terms, variants] of named) {
		for (const variant of variants) {
			const words = variant.split(' ').map(soundPattern)
			const first = words[0] as string
			byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, terms: [...terms] }])
		}
	}
	const beginningWith = variantsByWord(byFirstWord)
	const ignored = new Set(ignore.map(sound))

	return {
		of: (pieces) => {
			const words = pieces.filter((piece) => heardAs(piece) !== '')
			const heard = words.map(heardAs)
			const terms: string[] = []
			for (let i = 0; i < words.length; ) {
				const variant = variantAt(heard, i, beginningWith)
				if (variant) terms.push(...variant.terms)
				else if (isOldYear(words, i)) terms.push(oldYear)
				else if (!ignored.has(heard[i] as string) && !isLetter(heard[i] as string))
					terms.push(...stemOrForm(words[i] as string))
				i += variant?.words.length ?? 1
			}
			return terms
		},
	}
}

/** The sound of a word; empty for punctuation. */
const heardAs = remember((word) => (/[a-z0-9]/.test(word) ? (/\d/.test(word) ? word : sound(word)) : ''))

/** A letter alone says nothing: 'xx' and 'zzz' would both be found by 'sss'. */
function isLetter(word: string): boolean {
	return word.length < 2 && !/\d/.test(word)
}

/** The term of one word; I-601A counts as I-601 too. */
const stemOrForm = remember((word): string[] => {
	const form = /^([a-z]+\d{2,})[a-z]$/.exec(word)
	return form ? [word, form[1] as string] : [stem(word)]
})

function termsOfGroup(name: string, broader: TermTables['broader']): string[] {
	return [name, ...(broader[name] ?? [])].map((each) => `=${each}`)
}

/** A year up to 2001: several rules turn on petitions and entries of that time, and no year is named twice. */
const oldYear = '=old-year'
const lastDigit = '9'.charCodeAt(0)

function isOldYear(words: string[], i: number): boolean {
	const word = words[i] as string
	if (word.charCodeAt(0) > lastDigit) return false
	return /^(19\d\d|2000|2001)$/.test(word) || (/^[89]\d$/.test(word) && /^(el|del|en|ano)$/.test(words[i - 1] ?? ''))
}

function soundPattern(word: string): string {
	return word.endsWith('*') ? `${sound(word.slice(0, -1))}*` : /\d/.test(word) ? word : sound(word)
}

/** The longest variant that begins at `i`. */
function variantAt(heard: string[], i: number, beginningWith: (word: string) => Variant[]): Variant | undefined {
	return beginningWith(heard[i] as string).find(({ words }) =>
		words.every((pattern, offset) => meets(heard[i + offset], pattern)),
	)
}

/** The variants that may begin with a word, longest first, as written before by their beginnings; kept for each word. */
function variantsByWord(byFirstWord: Map<string, Variant[]>): (word: string) => Variant[] {
	const longestBeginning = Math.max(0, ...Array.from(byFirstWord.keys(), (word) => word.length))
	const find = (word: string) => {
		const found = [...(byFirstWord.get(word) ?? [])]
		for (let length = 3; length <= Math.min(word.length, longestBeginning); length++)
			found.push(...(byFirstWord.get(`${word.slice(0, length)}*`) ?? []))
		return found.sort((a, b) => b.words.length - a.words.length)
	}
	return remember(find)
}

function meets(word: string | undefined, pattern: string): boolean {
	if (word === undefined) return false
	return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}

/** The stem of a plain word in sound spelling; words with digits stay whole. */
export const stem = remember((word) => (/\d/.test(word) ? word : sound(stemOf(word))))

/** The stem as it is written. */
export function stemOf(word: string): string {
	return stemmer(restoreEnding(word))
}

/** The stemmer knows endings by their accents, which plain words have lost, and no diminutives. */
function restoreEnding(word: string): string {
	return word
		.replace(
			/^(abuel|viej|hij|nin|trabaj|papel|sobrin|herman|prim|muchach|chiqu|espos|nuer|yern|cunad|cas|carr|diner)it(o|a)(s?)$/,
			'$1$2$3',
		)
		.replace(/[csz]ion$/, 'ción')
		.replace(/[csz]iones$/, 'ciones')
		.replace(/([aei])ria(s|n|mos)?$/, '$1ría$2')
}
