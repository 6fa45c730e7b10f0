// Everything the gates and the search want to know about a message, worked out once.
import type { Synonyms } from '../gates/load-gates.ts'
import { createFormNumbers, type FormNumbers } from './form-numbers.ts'
import { type HeardText, hear } from './phrases.ts'
import { plain, plainPieces } from './plain.ts'
import { createSpelling } from './spelling.ts'
import { createTerms } from './terms.ts'

export type Reading = {
	/** Plain spelling, forms joined, slips corrected. */
	plain: string
	heard: HeardText
	terms: string[]
	/** Terms of the sentences that ask, where the message tells a story first; else empty. */
	focus: string[]
	words: number
	asks: boolean
}
export type Language = {
	read(message: string): Reading
	/** Terms of a text of the guide. */
	terms(text: string): string[]
	/** Lets go of the texts it began with, once everything is indexed. */
	forgetTexts(): void
	/** Form numbers joined, for the phrases of the tables. */
	forms: FormNumbers
	isSubject(term: string): boolean
	/** True for a term that only somebody with an immigration matter uses. */
	isDomain(term: string): boolean
	/** True for such a term that other matters of life do not use. */
	namesImmigration(term: string): boolean
}
export type LanguageParts = { forms: Iterable<string>; synonyms: Synonyms; knownTexts: Iterable<string> }

/** A message of so many words and more than one sentence is a story: its question counts more. */
const storyWords = 14

export function createLanguage({ forms: formList, synonyms, knownTexts }: LanguageParts): Language {
	const forms = createFormNumbers(formList)
	const terms = createTerms(synonyms)
	// The guide's texts come by twice, for their words and for their terms.
	const plainTexts = new Map<string, string[]>()
	for (const text of knownTexts) plainTexts.set(text, plainPieces(text))
	const spelling = createSpelling(knownWords(synonyms, plainTexts.values()))
	const subjects = new Set(synonyms.subjects.map((name) => `=${name}`))
	const domain = new Set(synonyms.domain.map((name) => `=${name}`))
	const everyday = new Set(synonyms.everyday.map((name) => `=${name}`))
	const isSubject = (term: string) => subjects.has(term) || /^[a-z]{1,4}\d/.test(term)
	const denied = deniedThings(synonyms.deniable)

	const joinForms = (words: string[]) => (words.some(hasDigit) ? forms.join(words.join(' ')).split(' ') : words)
	const correct = (text: string) =>
		forms
			.join(text)
			.split(' ')
			.map((word) => (/^[a-z]+$/.test(word) ? spelling.correct(word) : word))
			.join(' ')

	return {
		forms,
		terms: (text) => terms.of(joinForms(plainTexts.get(text) ?? plainPieces(text))),
		forgetTexts: () => plainTexts.clear(),
		isSubject,
		isDomain: (term) => isSubject(term) || domain.has(term),
		namesImmigration: (term) => (isSubject(term) || domain.has(term)) && !everyday.has(term),
		read: (message) => {
			const text = correct(plain(message))
			const affirmed = text.replace(denied, ' ')
			return {
				plain: text,
				heard: hear(text),
				terms: terms.of(affirmed.split(' ')),
				focus: terms.of(questionOf(affirmed).split(' ')),
				words: text.split(' ').filter((word) => /[a-z0-9]/.test(word)).length,
				asks: text.includes('?'),
			}
		},
	}
}

const hasDigit = (word: string) => /\d/.test(word)

function knownWords(synonyms: Synonyms, plainTexts: Iterable<string[]>): string[][] {
	const variants = Object.values(synonyms.groups).flat()
	return [...plainTexts, ...variants.map((variant) => variant.replaceAll('*', '').split(' ')), synonyms.ignore]
}

/** 'no tengo antecedentes', 'nunca me han arrestado': what somebody says they do not have is not what they ask about. */
function deniedThings(things: string[]): RegExp {
	const begin =
		'(?:no (?:tengo|tiene|tenemos|tienen|hay|tuve|ha tenido|he tenido|me han|lo han|la han)|nunca (?:tuve|tuvo|he tenido|ha tenido|me han|lo han|la han|me|lo|la|fui|ha|he)?|sin|ni)'
	return new RegExp(`\\b${begin} (?:ningun |ninguna |un |una |orden de |ordenes de )?(?:${things.join('|')})\\b`, 'g')
}

function questionOf(text: string): string {
	const sentences = text.split(/ (?=[.?])|(?<=[.?]) /).filter((part) => /[a-z]/.test(part))
	if (sentences.length < 2 || text.split(' ').length < storyWords) return ''
	const marked = [...text.matchAll(/([^.?]+) \?/g)].map((match) => match[1] as string)
	return (marked.length > 0 ? marked : sentences.slice(-1)).join(' ')
}
