// Which language the page speaks. The server decides it by the cookie when it chooses the prerendered page; the browser
// reads it off the page, so both always agree. Local storage keeps the choice, the cookie mirrors it.
export const languages = ['es', 'en'] as const
export type Language = (typeof languages)[number]

const name = 'preferred_language'
const oneYearSeconds = 31_536_000

let source = (): Language => toLanguage(typeof document === 'undefined' ? undefined : document.documentElement.lang)

export function getLanguage(): Language {
	return source()
}

/** Where the language is read instead: a server renders for several people at once. */
export function readLanguageFrom(other: () => Language): void {
	source = other
}

/** Remembers the choice and loads the page again in that language. */
export function setLanguage(language: Language): void {
	try {
		localStorage.setItem(name, language)
	} catch {
		// A browser that forbids storage may still allow the cookie.
	}
	mirrorInCookie(language)
	location.reload()
}

/** The cookie can be gone, or blocked once, while the choice is still stored: then it is written again. */
export function restoreLanguage(): void {
	try {
		const stored = localStorage.getItem(name)
		if (!stored || stored === getLanguage() || stored !== toLanguage(stored)) return
		mirrorInCookie(stored)
		// Without cookies the page would load for ever.
		if (document.cookie.includes(`${name}=${stored}`)) location.reload()
	} catch {
		// Nothing stored can be read: the page stays as it is.
	}
}

/** The language of a request, by its `Cookie` header. */
export function languageOfCookies(cookies: string | null): Language {
	return toLanguage(new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(cookies ?? '')?.[1])
}

function mirrorInCookie(language: Language): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store interface is missing in half of the browsers
	document.cookie = `${name}=${language}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`
}

function toLanguage(value: string | undefined): Language {
	return value === 'en' ? 'en' : 'es'
}
