// Where a person wanted to go when they had to sign in first, and why they had to. Kept in the tab, read once each.
import { inThisTab, personalKey } from './device-storage.ts'
import { sitePath } from './site-path.ts'

/** visitor: not signed in yet; ended: the session was missing or over while they were at work. */
export type SignInReason = 'visitor' | 'ended'

const placeKey = personalKey('wanted-place')
const reasonKey = personalKey('sign-in-reason')
const firstPlace = '/chat'

/** Remembers the page of `address` (path and query) until the person has signed in. */
export function rememberWantedPlace(address: string, reason: SignInReason): void {
	const url = new URL(address, globalThis.location?.origin)
	const path = sitePath(url.pathname + url.search)
	const store = inThisTab()
	store.setItem(reasonKey, reason)
	if (path) store.setItem(placeKey, path)
	else store.removeItem(placeKey)
}

/** The remembered place, else the chat; forgotten once taken. */
export function takeWantedPlace(): string {
	const store = inThisTab()
	// Checked again on the way out: other scripts and extensions can write to the tab's storage.
	const path = sitePath(store.getItem(placeKey))
	store.removeItem(placeKey)
	store.removeItem(reasonKey)
	return path ?? firstPlace
}

/** Why the person was sent to sign in, told once; null when they came by themselves. */
export function takeSignInReason(): SignInReason | null {
	const store = inThisTab()
	const reason = store.getItem(reasonKey)
	store.removeItem(reasonKey)
	return reason === 'visitor' || reason === 'ended' ? reason : null
}
