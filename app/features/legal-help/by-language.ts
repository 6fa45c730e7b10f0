// What comes first for somebody who speaks this language. Nothing is hidden: a page in English is better than none.
import type { HelpLine, HelpList, HelpListKind } from '../../../contracts/help.ts'

/** other: an indigenous language, for example, for which a line brings in an interpreter. */
export const spokenLanguages = ['es', 'en', 'other'] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** Free help first, then by kind; within a kind the pages known to be in the language. */
export function listsFor(lists: readonly HelpList[], language: SpokenLanguage): HelpList[] {
	const inLanguage = first(lists, ({ languages }) => language !== 'other' && languages.includes(language))
	return inLanguage.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

/** The order people need them in. */
const kinds: readonly HelpListKind[] = ['pro-bono', 'accredited', 'legal-aid', 'bar', 'check', 'complaint', 'court']

/** Lines that help in the language come first; everybody there speaks English. */
export function linesFor(lines: readonly HelpLine[], language: SpokenLanguage): HelpLine[] {
	if (language === 'en') return [...lines]
	return first(lines, ({ spanish, interpreters }) => (language === 'es' ? spanish : interpreters))
}

function first<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[] {
	return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))]
}
