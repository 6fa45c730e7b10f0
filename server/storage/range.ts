// Conditions and ranges of a download (RFC 9110, 13 and 14.2): is it new to the client, and which part is asked for?
import { StorageError } from './errors.ts'

/** The bytes `first` up to and including `last`. */
export type ByteRange = { first: number; last: number }

type Validators = { etag: string; lastModified: Date }

/** True when the client's copy is still right. `If-None-Match` outweighs `If-Modified-Since`. */
export function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
	const tags = headers.get('if-none-match')
	if (tags !== null) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
	const since = Date.parse(headers.get('if-modified-since') ?? '')
	return Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/**
 * The one range that is asked for; undefined where the whole is sent: no range, several, one that cannot be read, or one
 * of an older copy. Throws where there is nothing in it.
 */
export function rangeOf(headers: Headers, size: number, validators: Validators): ByteRange | undefined {
	const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '')
	const [from = '', to = ''] = parts?.slice(1) ?? []
	if ((from === '' && to === '') || (from !== '' && to !== '' && Number(to) < Number(from))) return undefined
	if (!isSameCopy(headers.get('if-range'), validators)) return undefined
	const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
	const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
	if (first > last) throw new StorageError('unsatisfiable_range')
	return { first, last }
}

function isSameCopy(ifRange: string | null, { etag, lastModified }: Validators): boolean {
	if (ifRange === null) return true
	return ifRange.startsWith('"')
		? ifRange === etag
		: Date.parse(ifRange) === Math.floor(lastModified.getTime() / 1000) * 1000
}
