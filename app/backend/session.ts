// The session as loaders need it: settled before a page is shown.
import type { Session } from '@supabase/auth-js'
import type { Backend } from './client.ts'
import { forgetPersonalTraces } from './device-storage.ts'
import { backendError, isUnreachable } from './errors.ts'
import { readStoredSession, sessionKey, sessionStore } from './stored-session.ts'

export type Person = { userId: string; email: string | null; firstName: string | null; lastName: string | null }

export type SessionState = { status: 'visitor' | 'ended' } | { status: 'signed in'; person: Person }

/** The backend client, loaded when somebody needs it. */
export async function loadBackend(): Promise<Backend> {
	const { backend } = await import('./client.ts')
	return backend()
}

/**
 * Who is signed in. Refreshes a session that has run out; without a connection the stored one is believed, so that
 * the page opens and its own calls say what is wrong.
 */
export async function sessionState(): Promise<SessionState> {
	const stored = readStoredSession()
	if (!stored) return { status: 'visitor' }
	try {
		const { auth } = await loadBackend()
		const { data, error } = await auth.getSession()
		if (data.session) return { status: 'signed in', person: personOf(data.session) }
		if (!error || !isUnreachable(backendError(error))) return { status: 'ended' }
	} catch (error) {
		if (!isUnreachable(backendError(error))) throw error
	}
	return {
		status: 'signed in',
		person: { userId: stored.userId, email: stored.email, firstName: null, lastName: null },
	}
}

/** Forgets a session that is over, and what the person left on this device. The server needs no word about it. */
export function forgetSession(): void {
	sessionStore.removeItem(sessionKey(location.hostname))
	forgetPersonalTraces()
}

function personOf({ user }: Session): Person {
	const { first_name, last_name } = user.user_metadata as Record<string, unknown>
	return { userId: user.id, email: user.email || null, firstName: nameOf(first_name), lastName: nameOf(last_name) }
}

function nameOf(value: unknown): string | null {
	return typeof value === 'string' && value.trim() ? value.trim() : null
}
