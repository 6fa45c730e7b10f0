// What a sentence says, for comparing it with the guide: its clauses, in each the words that mean something, with every
// key under which another word may be the same one: stem, verb, group of words that mean alike.
import type { Synonyms } from '../gates/load-gates.ts'
import { remember } from '../language/remember.ts'
import { stem } from '../language/terms.ts'
import { foldText } from './clean-text.ts'
import type { CheckingTables } from './load-tables.ts'

export type Word = {
	/** Lower case, without accents. */
	text: string
	keys: readonly string[]
	/** After 'no', 'nunca', 'sin' and the like. */
	isDenied: boolean
	/** Something to do: an order, or what somebody may or must do. */
	isAction: boolean
	/** 'no hace falta', 'no tienes que': denied as a duty, which is no warning. */
	isExempt: boolean
	/** After 'puedes'. */
	isAllowed: boolean
}
export type Clause = { text: string; words: Word[]; isCondition: boolean }
export type WordReader = { clauses(sentence: string): Clause[] }

export function createWordReader({ neutral, synonyms }: WordReaderParts): WordReader {
	const little = new Set(neutral.little)
	const alike = keysByPattern(neutral, synonyms)
	const keysOf = remember((word): readonly string[] => {
		const forms = [word, ...withoutPronouns(word)].map(foldText)
		const keys = forms.flatMap((form) => [
			`w:${stem(form)}`,
			...(form.length >= sharedStart ? [`p:${form.slice(0, sharedStart)}`] : []),
			...alike(form),
		])
		return [...new Set(keys)]
	})

	return {
		clauses: (sentence) =>
			sentence
				.split(clauseEnd)
				.map((part) => readClause(part, little, keysOf))
				.filter(({ text }) => text !== ''),
	}
}

export type WordReaderParts = { neutral: CheckingTables['neutral']; synonyms: Pick<Synonyms, 'groups'> }

/** Words that begin alike for so long are of one family: 'traducir', 'traducción'. */
const sharedStart = 6
const clauseEnd =
	/[,;:.!?¿¡()«»"“”…—]+|\s'|'\s|\s(?=(?:y|e|o|pero|sino|porque|aunque|ni|así que|por eso|mientras|cuando|si)\s)/u

/** The verbs and groups a word belongs to: `v:` one verb, `s:` and `g:` words that may mean the same. */
function keysByPattern(
	neutral: CheckingTables['neutral'],
	synonyms: WordReaderParts['synonyms'],
): (word: string) => string[] {
	const whole = new Map<string, string[]>()
	const starts = new Map<string, { start: string; key: string }[]>()
	const note = (pattern: string, key: string) => {
		if (!pattern.endsWith('*')) return whole.set(pattern, [...(whole.get(pattern) ?? []), key])
		const start = pattern.slice(0, -1)
		const index = start.slice(0, 3)
		return starts.set(index, [...(starts.get(index) ?? []), { start, key }])
	}
	for (const [verb, forms] of Object.entries(neutral.verbs))
		for (const each of [verb, ...forms]) note(each, `v:${verb}`)
	for (const [i, same] of neutral.same.entries()) for (const each of same) note(each, `s:${i}`)
	for (const [name, variants] of Object.entries(synonyms.groups))
		for (const each of variants) if (!each.includes(' ')) note(each, `g:${name}`)
	return (word) => [
		...(whole.get(word) ?? []),
		...[2, 3]
			.flatMap((length) => starts.get(word.slice(0, length)) ?? [])
			.filter(({ start }) => word.startsWith(start))
			.map(({ key }) => key),
	]
}

function readClause(part: string, little: ReadonlySet<string>, keysOf: (word: string) => readonly string[]): Clause {
	const written = part.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? []
	const folded = written.map(foldText)
	const isCondition = condition.test(folded.join(' '))
	const words: Word[] = []
	let denial = ''
	let isMay = false
	let isAllowed = false
	folded.forEach((text, i) => {
		if (/^(?:no|nunca|jamas|ni|sin|tampoco|nadie)$/.test(text)) denial = text
		const duty = /^(?:puedes|debes|deben|podrias|deberias|conviene|mejor|que)$/.test(text) && isDuty(folded, i)
		if (duty) isMay = true
		if (duty) isAllowed = /^(?:puedes|podrias)$/.test(text) && denial === ''
		if (text.length < 2 || little.has(text) || isNumber(text)) return
		const isAction =
			!/^(?:falta|necesario|obligad[oa]|necesitas|ocupas|hace)$/.test(text) && isActionAt(folded, i, isMay)
		const isExempt = denial === 'no' && exemption.test(` ${folded.slice(0, i).join(' ')} `)
		words.push({ text, keys: keysOf(written[i] as string), isDenied: denial !== '', isAction, isExempt, isAllowed })
		isMay = false
		isAllowed = false
		// 'no dejes de ir' denies nothing
		if (!/^(?:olvid|dej)/.test(text))
			denial = isExempt || /^(?:falta|necesit|ocup|neces|oblig)/.test(text) ? denial : ''
	})
	return { text: folded.join(' '), words, isCondition }
}

const condition = /^(?:(?:y|e|o|pero) )?(?:si|cuando|aunque|mientras|al|quien|porque)(?: |$)/

/** Figures are looked at elsewhere. */
const isNumber = (text: string) =>
	/\d|^(?:(?:dieci|veinti)\w+|once|doce|trece|catorce|quince|ciento|cientos|(?:cuar|cincu|ses|set|och|nov)enta|segund[ao]|tercer[ao]?)$/.test(
		text,
	)

const exemption =
	/ no (?:\S+ ){0,2}?(?:hace falta|necesitas|ocupas|es necesario|tienes que|estas obligad[oa] a|importa) /

function isDuty(folded: string[], i: number): boolean {
	return folded[i] !== 'que' || /^(?:tienes|tienen|hay|tiene)$/.test(folded[i - 1] ?? '')
}

const clitics = '(?:me|te|se|lo|la|le|nos|los|las|les)'
const linking =
	/^(?:y|e|o|pero|no|nunca|jamas|ni|primero|luego|despues|tambien|mejor|ahora|hoy|solo|ya|te|me|se|lo|le|nos|les|siempre|si|asi|que|tampoco|entonces|mismo)$/

/** An order at the beginning of a clause, what comes after 'puedes', and what 'tú' does. */
function isActionAt(folded: string[], i: number, isMay: boolean): boolean {
	const text = folded[i] as string
	if (isMay) return true
	const before = folded.slice(0, i)
	if (/(?:mente|ste)$/.test(text) || before.at(-1) === 'se') return false
	const startsClause = before.every((word) => linking.test(word))
	if (startsClause && /(?:[ae]|[ae]n|[aeid](?:l[oae]s?|te|se|nos)+|^(?:di|haz|ve|pon|sal|ten|ven))$/.test(text))
		return true
	return startsClause && /[aei]s$/.test(text) && text.length > 3
}

const hanging = new RegExp(`^(.*[áéíóú].*[aeiouns])${clitics}$|^(.*[aeií]r)${clitics}{1,2}$|^(.*ndo)${clitics}$`)

/** 'guárdalo', 'decirles', 'mándasela' without what hangs on them. */
function withoutPronouns(word: string): string[] {
	const found = hanging.exec(word)
	const rest = found?.[1] ?? found?.[2] ?? found?.[3]
	return rest && rest.length > 2 ? [rest, ...withoutPronouns(rest)] : []
}
