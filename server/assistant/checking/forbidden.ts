// What is never said whatever the guide says: promises, being somebody it is not, asking for secrets, unlawful or dangerous
// advice. Families of phrases, compared by sound as in the gates; looked for in each part of a sentence and in the whole.
import { compilePhrases, hear, type Phrases, type WordLists } from '../language/phrases.ts'
import { plain } from '../language/plain.ts'
import type { Audience } from '../speaker.ts'
import type { CheckingTables } from './load-tables.ts'

export type Forbidden = { find(sentence: string, audience: Audience): string | undefined }

/** `find` gives the family a sentence belongs to. */
export function compileForbidden(table: CheckingTables['forbidden'], lists: WordLists): Forbidden {
	const all = { ...lists, ...table.lists }
	const families = table.families.map(({ id, signs, unless, except }) => ({
		id,
		except,
		signs: compilePhrases(signs.map(withoutOpenEnd), all),
		unless: unless.length > 0 ? compilePhrases(unless, all) : undefined,
	}))
	return {
		find: (sentence, audience) => {
			const parts = partsOf(sentence).map((part) => hear(plain(part)))
			return families.find(
				({ signs, unless, except }) => !except.includes(audience) && parts.some((part) => isSaid(part, signs, unless)),
			)?.id
		},
	}
}

function isSaid(part: ReturnType<typeof hear>, signs: Phrases, unless: Phrases | undefined): boolean {
	return signs.matches(part) && !unless?.matches(part)
}

/** The parts between commas and the like, and the whole: a phrase may stand across a comma. */
function partsOf(sentence: string): string[] {
	const parts = sentence.split(/[,;:()—]+|\s-\s|'(?=\s|$)|\s'/).filter((part) => /\p{L}/u.test(part))
	// 'si no, debes ir' is no 'no debes ir'
	const whole = parts.map((part) => part.replace(/\bno\s*$/i, 'no .')).join(' ')
	return parts.length > 1 ? [...parts, whole] : [sentence]
}

const withoutOpenEnd = (phrase: string) => phrase.replace(/\s*\.\.\.\s*$/, '')
