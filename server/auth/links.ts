// Addresses that stand in letters, and where a followed one may lead: only ever to a page of this site.
import type { VerificationType } from './schemas.ts'

export type Links = {
	/** The address in a letter. */
	verifying(token: string, type: VerificationType, redirectTo: string | undefined): string
	/** `wanted` when it is a page of this site, else the page for that kind of link. */
	placeFor(type: VerificationType, wanted: string | undefined): URL
}

export function createLinks(publicUrl: string): Links {
	const { origin, protocol } = new URL(publicUrl)

	function placeFor(type: VerificationType, wanted: string | undefined): URL {
		const page = new URL(type === 'recovery' ? '/recuperar' : '/login', origin)
		const place = wanted && URL.canParse(wanted, origin) ? new URL(wanted, origin) : page
		// A name before the host looks like another site; the origin of `blob:` is what stands behind it.
		const isOurs = place.origin === origin && place.protocol === protocol && !place.username && !place.password
		return isOurs ? withoutFragment(place) : page
	}

	return {
		placeFor,
		verifying(token, type, redirectTo) {
			const query = new URLSearchParams({ token, type, redirect_to: placeFor(type, redirectTo).href })
			return `${origin}/auth/v1/verify?${query}`
		},
	}
}

function withoutFragment(place: URL): URL {
	const bare = new URL(place)
	bare.hash = ''
	return bare
}
