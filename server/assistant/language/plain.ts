// What people type or dictate, brought to one plain spelling before anything looks at it: lower case, no accents, chat
// spellings written out, number words as digits. Sentences end with the separate words '.' and '?'.
import { digitsOf } from './number-words.ts'

/** Longest text that is looked at; the wire refuses longer ones anyway. */
const longestText = 2_000

/** `text` as plain words with one blank between them. */
export function plain(text: string): string {
	const letters = text
		.slice(0, longestText)
		.normalize('NFKD')
		.replace(/[\p{M}\p{Cf}\p{Cc}]/gu, (mark) => (/\s/.test(mark) ? ' . ' : ''))
		.toLowerCase()
		.replace(/\bee\.? ?uu\b\.?/g, 'estados unidos')
		// u.s., i.c.e.: the dots are no sentence ends
		.replace(/\b(\p{L}{1,2})\.(?=\p{L}{1,3}\b)/gu, '$1')
		.replace(/(?<=\d)[.,](?=\d{3}\b)/g, '')
		.replace(/\?+/g, ' ? ')
		.replace(/[.!;…]+(?=\s|$|\p{L})/gu, ' . ')
		.replace(/[^\p{L}\p{N}?.\- ]|(?<!\d)\.(?=\d)/gu, ' ')
		.replace(/(\p{L})\1{2,}/gu, '$1')
	const words = letters.split(/\s+/).filter(Boolean).flatMap(writeOut)
	return digitsOf(words).join(' ')
}

/** The same as a list; punctuation left out. */
export function plainWords(text: string): string[] {
	return plain(text)
		.split(' ')
		.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

const chatSpellings = new Map(
	Object.entries({
		q: 'que',
		k: 'que',
		ke: 'que',
		qe: 'que',
		x: 'por',
		xq: 'porque',
		pq: 'porque',
		xk: 'porque',
		porq: 'porque',
		pa: 'para',
		pal: 'para el',
		tb: 'tambien',
		tmb: 'tambien',
		tbn: 'tambien',
		dl: 'del',
		toy: 'estoy',
		tamos: 'estamos',
		ta: 'esta',
		tas: 'estas',
		tan: 'estan',
		stoy: 'estoy',
		sta: 'esta',
		bn: 'bien',
		xfa: 'por favor',
		porfa: 'por favor',
		xfavor: 'por favor',
		plis: 'por favor',
		grax: 'gracias',
		msj: 'mensaje',
		nmas: 'nada mas',
		nomas: 'nada mas',
		hize: 'hacer',
		hise: 'hacer',
		hice: 'hacer',
		asta: 'hasta',
		dnd: 'donde',
		cdo: 'cuando',
		kiero: 'quiero',
		orita: 'ahorita',
		usa: 'estados unidos',
		eua: 'estados unidos',
		eeuu: 'estados unidos',
		uu: 'unidos',
		haiga: 'haya',
	}),
)

/** Chat spellings in full; a hyphen joins only what belongs to a form or a category, I-130 or F-2-B. */
function writeOut(word: string): string | string[] {
	if (!word.includes('-')) return chatSpellings.get(word)?.split(' ') ?? word
	const parts = /\d/.test(word) ? [word.replace(/^-+|-+$/g, '')] : word.split('-')
	return parts.flatMap((part) => chatSpellings.get(part)?.split(' ') ?? part).filter(Boolean)
}
