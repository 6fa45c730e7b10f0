// Messages that are nothing but some phrases of a table: 'sí', 'muchas gracias, adiós'.
import type { GateParts } from '../gate.ts'

/** True for a plain text made of nothing but these phrases. */
export function wholeMessage(
	phrases: readonly string[],
	{ language }: Pick<GateParts, 'language'>,
): (plain: string) => boolean {
	const known = phrases
		.map((phrase) => language.read(phrase).plain.replace(/ ?[.?]/g, ''))
		.sort((a, b) => b.length - a.length)
	const pattern = new RegExp(`^(?:(?:${known.join('|')})(?: |$))+$`)
	return (text) => pattern.test(text.replace(/[.?]/g, '').replace(/\s+/g, ' ').trim())
}
