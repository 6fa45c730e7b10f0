// Which stretch of the rows is wanted: `limit` and `offset`, and on reads the header `Range: 0-9`. Both given, both hold.
import { restError } from './errors.ts'
import { Scanner } from './scanner.ts'
import type { Window } from './tree.ts'

export function parseWindow(limitText: string | null, offsetText: string | null, rangeHeader?: string): Window {
	const offset = parseCount('offset', offsetText) ?? 0
	const limit = parseCount('limit', limitText)
	const range = parseRange(rangeHeader)
	if (!range) return { offset, limit }
	const first = Math.max(offset, range.offset)
	const end = Math.min(endOf({ offset, limit }), endOf(range))
	return { offset: first, limit: end === Number.POSITIVE_INFINITY ? undefined : Math.max(0, end - first) }
}

function parseCount(parameter: string, text: string | null): number | undefined {
	if (text === null || text === '') return undefined
	if (/^-\d+$/.test(text))
		throw restError('unsatisfiable_range', { details: 'Limit should be greater than or equal to zero.' })
	if (/^\d{1,15}$/.test(text)) return Number(text)
	return new Scanner(parameter, text).fail('a whole number')
}

/** A header of another form is passed over, as HTTP wants it. */
function parseRange(header: string | undefined): Window | undefined {
	const found = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
	if (!found) return undefined
	const offset = Number(found[1])
	if (!found[2]) return { offset }
	const last = Number(found[2])
	if (last < offset) {
		const details = 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
		throw restError('unsatisfiable_range', { details })
	}
	return { offset, limit: last - offset + 1 }
}

function endOf({ offset, limit }: Window): number {
	return limit === undefined ? Number.POSITIVE_INFINITY : offset + limit
}
