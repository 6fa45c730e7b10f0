// What people type or dictate, brought to one plain spelling before anything looks at it: lower case, no accents, chat
// spellings written out, number words as digits. Sentences end with the separate words '.' and '?'.
import { digitsOf } from './number-words.ts'
import { remember } from './remember.ts'

/** Longest text that is looked at; the wire refuses longer ones anyway. */
const longestText = 2_000

/** `text` as plain words with one blank between them. */
export function plain(text: string): string {
	return plainPieces(text).join(' ')
}

/** The same as a list, sentence marks included. */
export function plainPieces(text: string): string[] {
	const pieces = text
		.slice(0, longestText)
		.replace(/\b[Ee][Ee]\.? ?[Uu][Uu]\b\.?/g, 'estados unidos')
		.replace(/[\t-\r]+/g, ' . ')
		.split(' ')
	const words: string[] = []
	for (const piece of pieces)
		for (const word of piece.length > longestRemembered ? spell(piece) : spellOnce(piece)) words.push(word)
	return digitsOf(words)
}

/** What stands between two blanks; the guide has many such pieces, but few different ones. */
function spell(piece: string): string[] {
	return (
		piece
			.normalize('NFKD')
			.replace(/[\p{M}\p{Cf}\p{Cc}]+/gu, '')
			.toLowerCase()
			// u.s., i.c.e.: the dots are no sentence ends
			.replace(/\b(\p{L}{1,2})\.(?=\p{L}{1,3}\b)/gu, '$1')
			.replace(/(?<=\d)[.,](?=\d{3}\b)/g, '')
			.replace(/\?+/g, ' ? ')
			.replace(/[.!;…]+(?=\s|$|\p{L})/gu, ' . ')
			.replace(/[^\p{L}\p{N}?.\- ]|(?<!\d)\.(?=\d)/gu, ' ')
			.replace(/(\p{L})\1{2,}/gu, '$1')
			.split(' ')
			.filter(Boolean)
			.flatMap(writeOut)
	)
}

const longestRemembered = 30
const spellOnce = remember(spell)

/** The same as a list; punctuation left out. */
export function plainWords(text: string): string[] {
	return plainPieces(text).filter((word) => /[\p{L}\p{N}]/u.test(word))
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
