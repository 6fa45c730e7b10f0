// Brings what a model writes to plain characters before anything is compared: full-width digits, circled numbers and
// styled letters become ordinary ones, invisible ones go. What is compared and what is said are the same characters.

/** `text` with ordinary characters, one line break at most in a row, and no pictures. */
export function cleanText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/[\u2010-\u2015\u2212]/g, (dash) => (dash === '\u2014' || dash === '\u2015' ? '—' : '-'))
		.replace(/\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\uFE0F\u20E3]/gu, (mark) => (mark < '\u00ae' ? mark : ''))
		.replace(/\p{Cf}|(?!\s)\p{Cc}|\u0337|\u0338/gu, '')
		.replace(/[^\S\n]+/g, ' ')
}

/** Lower case without accents, for comparing; of the same length as clean text, letter for letter. */
export function foldText(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[“”«»"‘’]/g, "'")
}
