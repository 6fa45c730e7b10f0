// Who is signed in, read from the device without any library, so that public pages can show a name before (and for a
// visitor instead of) loading the backend client. It decides what is shown, never what is allowed: the server does.
import { m } from '../i18n/messages.ts'
import { onThisDevice, personalKey } from './device-storage.ts'
import { displayName } from './display-name.ts'

export type StoredSession = { userId: string; email: string | null; displayName: string }
type ProfileNames = { userId: string; firstName: string | null; lastName: string | null }

const changed = 'faro:session-changed'
const namesKey = personalKey('profile-names')

/** The key under which the official client keeps the session of a host: `sb-localhost-auth-token`. */
export function sessionKey(hostname: string): string {
	return `sb-${hostname.split('.')[0]}-auth-token`
}

let latest: { raw: string; session: StoredSession | null } = { raw: '', session: null }

/** The stored session; the same object until something about it changes. */
export function readStoredSession(): StoredSession | null {
	const store = onThisDevice()
	const session = store.getItem(sessionKey(location.hostname)) ?? ''
	const names = store.getItem(namesKey) ?? ''
	const raw = `${session}\n${names}`
	if (raw !== latest.raw) latest = { raw, session: parseStoredSession(session, names, m.backend_unnamed_person()) }
	return latest.session
}

/** Calls `listener` whenever somebody signs in or out, here or in another tab. */
export function subscribeToStoredSession(listener: () => void): () => void {
	window.addEventListener(changed, listener)
	window.addEventListener('storage', listener)
	return () => {
		window.removeEventListener(changed, listener)
		window.removeEventListener('storage', listener)
	}
}

/** Keeps the names of the profile, so that the next page can greet the person at once. */
export function storeProfileNames(names: ProfileNames): void {
	onThisDevice().setItem(namesKey, JSON.stringify(names))
	window.dispatchEvent(new Event(changed))
}

/** Where the backend client keeps the session: the device, telling this tab of every change. */
export const sessionStore = {
	getItem: (key: string) => onThisDevice().getItem(key),
	setItem(key: string, value: string) {
		onThisDevice().setItem(key, value)
		window.dispatchEvent(new Event(changed))
	},
	removeItem(key: string) {
		onThisDevice().removeItem(key)
		window.dispatchEvent(new Event(changed))
	},
}

/** Reads the two stored texts. Names come from the profile, else from what was given at sign-up. */
export function parseStoredSession(session: string, names: string, unnamed: string): StoredSession | null {
	const user = field(parse(session), 'user')
	const userId = text(field(user, 'id'))
	if (!userId) return null
	const email = text(field(user, 'email'))
	const profile = parse(names)
	const source = field(profile, 'userId') === userId ? profile : field(user, 'user_metadata')
	const firstName = text(field(source, 'firstName') ?? field(source, 'first_name'))
	const lastName = text(field(source, 'lastName') ?? field(source, 'last_name'))
	return { userId, email, displayName: displayName({ firstName, lastName, email }, unnamed) }
}

function parse(json: string): unknown {
	try {
		return JSON.parse(json)
	} catch {
		return null
	}
}

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function text(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null
}
