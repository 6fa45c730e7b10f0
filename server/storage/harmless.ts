// Files stand on the same origin as the app: what a browser would run is sent as something that it only shows.
import { essence } from './content-type.ts'

/** Pages, and scripts: a page of the app may load scripts of its own origin. */
const runnable = /html|(java|ecma|live|j)script/

/** How content of this type is said to be. */
export function harmlessHeaders(mimetype: string): { type: string; policy: string } {
	const kind = essence(mimetype)
	return {
		type: runnable.test(kind) ? 'text/plain;charset=UTF-8' : mimetype,
		// A browser's own PDF viewer works neither sandboxed nor without sources, and no script in a PDF acts for the origin.
		policy:
			kind === 'application/pdf' ? "frame-ancestors 'none'" : "default-src 'none'; frame-ancestors 'none'; sandbox",
	}
}
