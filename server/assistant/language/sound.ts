// How a plain word sounds in Latin American Spanish, so that 'detubieron', 'aser' or 'deportasion' meet the right word.

import { remember } from './remember.ts'

/** `word` in its sound spelling; the word must be plain already. */
export const sound = remember((word: string) =>
	word
		.replace(/ph/g, 'f')
		.replace(/ch/g, 'č')
		.replace(/sh/g, 'č')
		.replace(/h/g, '')
		.replace(/sc(?=[ei])/g, 's')
		.replace(/c(?=[ei])/g, 's')
		.replace(/qu(?=[ei])/g, 'k')
		.replace(/[cq]/g, 'k')
		.replace(/gu(?=[ei])/g, 'ğ')
		.replace(/g(?=[ei])/g, 'j')
		.replace(/ğ/g, 'g')
		.replace(/z/g, 's')
		.replace(/v/g, 'b')
		.replace(/ll/g, 'y')
		.replace(/x(?=[^aeiou]|$)/g, 's')
		.replace(/n(?=[bp])/g, 'm')
		.replace(/y$/, 'i')
		.replace(/([a-z])\1/g, '$1'),
)

/** Every word of a plain text in its sound spelling. */
export function soundText(text: string): string {
	return text
		.split(' ')
		.map((word) => (/\d/.test(word) ? word : sound(word)))
		.join(' ')
}
