// Sessions and their refresh tokens. A token works once; one that comes back after it was used ends the whole session,
// because somebody else may hold a copy. Only hashes of tokens are stored; each token is derived from the one before it,
// so that a client whose answer was lost gets the same successor again.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Database, Run } from '../database/database.ts'
import { AuthError } from './errors.ts'
import type { Tokens } from './tokens.ts'
import { type UserRow, type Users, userJson } from './users.ts'

/** How long a used token still gives the same session: the answer to the first use may have been lost on the way. */
const reuseSeconds = 10
const idleDays = 60

export type SignOutScope = 'local' | 'others' | 'global'
export type Device = { userAgent: string | null }
export type Sessions = ReturnType<typeof createSessions>

/** `refreshKey` derives each refresh token from the one before. */
export function createSessions(database: Database, users: Users, tokens: Tokens, refreshKey: string) {
	const successorOf = (token: string) => createHmac('sha256', refreshKey).update(token).digest('base64url')

	const answer = async (user: UserRow, sessionId: string, refreshToken: string) => {
		const { token, expiresAt } = await tokens.sign({
			sub: user.id,
			email: user.email ?? '',
			phone: user.phone ?? '',
			app_metadata: user.raw_app_meta_data,
			user_metadata: user.raw_user_meta_data,
			session_id: sessionId,
			aal: 'aal1',
			amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
			is_anonymous: user.is_anonymous,
		})
		return {
			access_token: token,
			token_type: 'bearer',
			expires_in: expiresAt - Math.floor(Date.now() / 1000),
			expires_at: expiresAt,
			refresh_token: refreshToken,
			user: userJson(user),
		}
	}

	return {
		async start(user: UserRow, device: Device) {
			const sessionId = randomUUID()
			const refreshToken = randomBytes(32).toString('base64url')
			await database.transaction(async (run) => {
				await run({
					text: 'insert into auth.sessions (id, user_id, user_agent) values ($1, $2, $3)',
					values: [sessionId, user.id, device.userAgent],
				})
				await insertToken(run, { sessionId, userId: user.id, token: refreshToken, parent: null })
				await run({ text: 'update auth.users set last_sign_in_at = now() where id = $1', values: [user.id] })
			})
			return answer(user, sessionId, refreshToken)
		},

		async refresh(refreshToken: string) {
			const rotated = await database.transaction((run) => rotate(run, refreshToken, successorOf))
			if (rotated.outcome === 'unknown') throw new AuthError('refresh_token_not_found')
			if (rotated.outcome === 'stolen') throw new AuthError('refresh_token_already_used')
			const user = await users.findById(rotated.userId)
			if (!user) throw new AuthError('refresh_token_not_found')
			if (user.banned_until && user.banned_until > new Date()) throw new AuthError('user_banned')
			return answer(user, rotated.sessionId, rotated.next)
		},

		async end(userId: string, sessionId: string, scope: SignOutScope): Promise<void> {
			const condition = { local: 'id = $2', others: 'id <> $2', global: '$2::uuid is not null' }[scope]
			await database.query({
				text: `delete from auth.sessions where user_id = $1 and ${condition}`,
				values: [userId, sessionId],
			})
		},

		/** The session's person, or undefined when either is gone. */
		async personOf(userId: string, sessionId: string): Promise<UserRow | undefined> {
			const [session] = await database.query({
				text: 'select 1 from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())',
				values: [sessionId, userId],
			})
			return session ? users.findById(userId) : undefined
		},
	}
}

type Rotation =
	| { outcome: 'rotated'; userId: string; sessionId: string; next: string }
	| { outcome: 'unknown' }
	| { outcome: 'stolen' }

async function rotate(run: Run, token: string, successorOf: (token: string) => string): Promise<Rotation> {
	const [session] = await run<{ id: string; user_id: string }>({
		text: `
			select session.id, session.user_id
			from auth.refresh_tokens token join auth.sessions session on session.id = token.session_id
			where token.token = $1 for update of session`,
		values: [hashOf(token)],
	})
	if (!session) return { outcome: 'unknown' }
	// Read after the lock: whoever came first has changed it.
	const state = await readToken(run, token)
	if (!state || state.isIdle) return { outcome: 'unknown' }
	if (state.revoked && state.isLate) {
		await run({ text: 'delete from auth.sessions where id = $1', values: [session.id] })
		return { outcome: 'stolen' }
	}
	let next = successorOf(token)
	if (state.revoked) {
		while ((await readToken(run, next))?.revoked) next = successorOf(next)
	} else {
		await run({
			text: 'update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1',
			values: [hashOf(token)],
		})
		await insertToken(run, { sessionId: session.id, userId: session.user_id, token: next, parent: hashOf(token) })
		const refreshed =
			"update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1"
		await run({ text: refreshed, values: [session.id] })
	}
	return { outcome: 'rotated', userId: session.user_id, sessionId: session.id, next }
}

type TokenState = { revoked: boolean; isLate: boolean; isIdle: boolean }

async function readToken(run: Run, token: string): Promise<TokenState | undefined> {
	const [state] = await run<TokenState>({
		text: `
			select revoked, updated_at < now() - make_interval(secs => $2) as "isLate",
				updated_at < now() - make_interval(days => $3) as "isIdle"
			from auth.refresh_tokens where token = $1`,
		values: [hashOf(token), reuseSeconds, idleDays],
	})
	return state
}

type TokenRow = { sessionId: string; userId: string; token: string; parent: string | null }

async function insertToken(run: Run, { sessionId, userId, token, parent }: TokenRow) {
	await run({
		text: 'insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)',
		values: [hashOf(token), userId, sessionId, parent],
	})
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex')
}
