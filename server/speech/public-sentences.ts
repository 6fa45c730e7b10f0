// The sentences anybody may read in `content/`: the guide, the fixed replies, the website helper. Only their sound is kept
// for the next one who asks; what was worded for one person is not among them.
import { createHash } from 'node:crypto'
import { sentencesOf } from '../assistant/language/sentences.ts'
import { spokenText } from './spoken-text.ts'

export type PublicSentences = { has(text: string): boolean; size: number }

/** `content`: whatever was loaded; every text in it that is a sentence counts, whole and sentence by sentence. */
export function createPublicSentences(content: unknown): PublicSentences {
	const known = new Set<string>()
	for (const text of textsIn(content)) {
		for (const part of [text, ...text.split('\n'), ...sentencesOf(text)]) if (isSentence(part)) known.add(hashOf(part))
	}
	return { has: (text) => known.has(hashOf(text)), size: known.size }
}

function* textsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') yield value
	else if (value && typeof value === 'object') for (const inner of Object.values(value)) yield* textsIn(inner)
}

/** Phrases that people may type have no full stop; a text with a blank to fill in is nobody's sentence yet. */
function isSentence(text: string): boolean {
	return /\s/.test(text) && /[.?!:]["»)]*$/.test(text.trim()) && !text.includes('{')
}

function hashOf(text: string): string {
	return createHash('sha256').update(spokenText(text)).digest('base64')
}
