// Who asks, as the handlers of this base need it.
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Caller } from '../database/database.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import type { Device } from './sessions.ts'
import type { UserRow } from './users.ts'

export type SignedIn = { caller: Extract<Caller, { role: 'authenticated' }>; user: UserRow }

/** The person of a session that still lives; everybody else is refused. */
export async function signedIn(c: Context<AppEnv>, { sessions }: Pick<AuthParts, 'sessions'>): Promise<SignedIn> {
	const caller = c.get('caller')
	if (caller.role !== 'authenticated') throw new AuthError('no_authorization')
	const user = await sessions.personOf(caller.userId, caller.sessionId)
	if (!user) throw new AuthError('session_not_found')
	checkNotBanned(user)
	return { caller, user }
}

export function checkNotBanned(user: UserRow): void {
	if (user.banned_until && user.banned_until > new Date()) throw new AuthError('user_banned')
}

export function deviceOf(c: Context<AppEnv>): Device {
	return { userAgent: c.req.header('user-agent')?.slice(0, 200) ?? null }
}
