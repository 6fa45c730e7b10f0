// The small language in which the tables of content/gates/ write what people say:
//   me|nos      one of these; a_mi stands for two words          detuv*     a word that begins so
//   (ya)        may stand there or not      ...        up to four words in between
//   <familia>   one of the words or phrases that the list of that name gives      <n>   any number
// Phrases are compared by sound and without accents, inside one sentence. A phrase does not count when a 'no', 'nunca',
// 'sin' or the like stands right before it.
import { plain } from './plain.ts'
import { sound, soundText } from './sound.ts'

export type WordLists = Record<string, string[]>
/** A plain text prepared for many comparisons. */
export type HeardText = { padded: string; words: Set<string> }
export type Phrases = { find(text: HeardText): string | undefined; matches(text: HeardText): boolean }

export function hear(plainText: string): HeardText {
	const heard = soundText(plainText)
	return { padded: ` ${heard} `, words: new Set(heard.split(' ')) }
}

/** One matcher for all of `phrases`. `find` gives the words that matched. */
export function compilePhrases(
	phrases: readonly string[],
	lists: WordLists = {},
	prepare = (text: string) => text,
): Phrases {
	const compiled = phrases.map((phrase) => compilePhrase(phrase, lists, prepare))
	const find = (text: HeardText) => {
		for (const phrase of compiled) {
			if (!phrase.needs.every((word) => text.words.has(word))) continue
			phrase.pattern.lastIndex = 0
			for (let match = phrase.pattern.exec(text.padded); match; match = phrase.pattern.exec(text.padded)) {
				if (phrase.negative || !isNegated(text.padded.slice(0, match.index + 1))) return match[0].trim()
				phrase.pattern.lastIndex = match.index + 1
			}
		}
		return undefined
	}
	return { find, matches: (text) => find(text) !== undefined }
}

type Compiled = { pattern: RegExp; needs: string[]; negative: boolean }

function compilePhrase(phrase: string, lists: WordLists, prepare: (text: string) => string): Compiled {
	const needs: string[] = []
	let source = ''
	let gap = false
	for (const part of phrase.trim().split(/\s+(?![^(<]*[)>])/)) {
		if (part === '...') {
			gap = true
			continue
		}
		const optional = /^\((.+)\)$/.exec(part)
		const choice = wordChoice(optional?.[1] ?? part, lists, prepare)
		if (gap) source += '(?: (?![.?] )[^ ]+){0,4}'
		gap = false
		source += optional ? `(?: ${choice.source})?` : ` ${choice.source}`
		if (!optional && choice.literal) needs.push(...choice.literal.split(' '))
	}
	return {
		pattern: new RegExp(`${source}(?= )`, 'g'),
		needs,
		negative: /^(\(\w+\) )?(no|nunca|sin|jamas|ni)\b/.test(phrase),
	}
}

function wordChoice(
	part: string,
	lists: WordLists,
	prepare: (text: string) => string,
): { source: string; literal?: string } {
	if (part === '<n>') return { source: '\\d+' }
	const list = /^<([\w-]+)>$/.exec(part)
	const choices = list ? lists[list[1] as string] : part.split('|').map((each) => each.replaceAll('_', ' '))
	if (!choices) throw new Error(`the list ${part} does not exist`)
	const sources = choices.map((choice) => choiceSource(choice, prepare))
	if (sources.length === 1 && !/[\\[]/.test(sources[0] as string))
		return { source: sources[0] as string, literal: sources[0] as string }
	return { source: `(?:${sources.join('|')})` }
}

function choiceSource(choice: string, prepare: (text: string) => string): string {
	const words = choice.split(' ').map((word) => (word.endsWith('*') ? `${wordStart(word.slice(0, -1))}[^ ]*` : word))
	if (words.some((word) => word.includes('[^ ]')))
		return words.map((word) => (word.includes('[^ ]') ? word : sound(word))).join(' ')
	return quoted(soundText(prepare(plain(choice))))
}

/** The sound of the beginning of a word; a 'c' or 'g' at its end sounds by what follows, so both stay possible. */
function wordStart(start: string): string {
	const heard = quoted(sound(start.toLowerCase()))
	if (start.endsWith('c')) return `${heard.slice(0, -1)}[ks]`
	if (start.endsWith('g')) return `${heard.slice(0, -1)}[gj]`
	return heard
}

const quoted = (text: string) => text.replace(/[$?.()+^\\{}|]/g, '\\$&')

/** Little words that may stand between a negation and what it denies: 'no me han', 'nunca tuvo una'. */
const littleWords =
	'me|te|se|lo|la|le|nos|les|los|las|a|an|e|emos|ai|aya|tengo|tiene|tenemos|tienen|tube|tubo|tenia|es|esta|estoi|estan|fue|soi|un|una|ningun|ninguna|mi|su|el|kon|ser|estar|de|por|aora|ya'
const negation = new RegExp(`\\b(no|nunka|jamas|tampoko|ni|sin)(?: (?:${littleWords}))* $`)
/** 'no sé', 'no sé qué hacer': the speaker's not knowing denies nothing. */
const notKnowing = /\bno se( (ke|komo|si|donde|nada|a kien|mucho|aser|aora|por ke))* $/

function isNegated(before: string): boolean {
	return negation.test(before) && !notKnowing.test(before)
}
