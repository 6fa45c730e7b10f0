/** Longest text that is said in one call. */
export const longestSpokenText = 2_500

/** `text` as it is said: without control and invisible characters, one blank between words. */
export function spokenText(text: string): string {
	return text
		.toWellFormed()
		.normalize('NFC')
		.replace(/\p{Cf}|\uFFFD/gu, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
}
