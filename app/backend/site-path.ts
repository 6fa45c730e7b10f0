// Where to go after signing in comes from places a stranger can write to, so only a path of this site passes.
const longestPath = 2000
const anyOrigin = 'https://site.invalid'
const signInPages = ['/login', '/auth']

/** The path and query that `wanted` names on this site; null for another site, a scheme, a trick or a sign-in page. */
export function sitePath(wanted: unknown): string | null {
	if (typeof wanted !== 'string' || wanted.length > longestPath) return null
	if (!wanted.startsWith('/') || hasTricks(wanted) || !URL.canParse(wanted, anyOrigin)) return null
	const url = new URL(wanted, anyOrigin)
	const path = url.pathname + url.search
	// Resolving dots can leave two slashes in front, which a browser reads as another site.
	if (url.origin !== anyOrigin || path.startsWith('//')) return null
	return signInPages.includes(url.pathname.replace(/\/+$/, '')) ? null : path
}

/** Browsers drop tabs and line breaks from addresses and read a backslash as a slash. */
function hasTricks(path: string): boolean {
	return /[\\\p{Cc}\p{Cf}]/u.test(path)
}
