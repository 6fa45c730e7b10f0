// Sessions: how one begins, goes on and ends. Whether it lives is asked at every request, so that a token of one that has
// ended opens nothing.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { AuthError } from './errors.ts'
import { insertToken, rotate } from './refresh-tokens.ts'
import type { Tokens } from './tokens.ts'
import { userJson } from './user-json.ts'
import type { UserRow, Users } from './users.ts'

/** How long after a recovery a new password is taken from somebody who does not know the old one. */
const recoveryMinutes = 10

/** The account was deleted in the same moment. */
const foreignKeyViolation = '23503'

export type SignOutScope = 'local' | 'others' | 'global'
export type Device = { userAgent: string | null }
/** How a session was opened; the token's `amr` says so. */
export type SignInMethod = 'password' | 'otp' | 'recovery'
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
			amr: await methodsOf(sessionId),
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

	const methodsOf = (sessionId: string) =>
		database.query<{ method: string; timestamp: number }>({
			text: `
				select authentication_method as method, extract(epoch from created_at)::int as timestamp
				from auth.mfa_amr_claims where session_id = $1 order by created_at desc`,
			values: [sessionId],
		})

	return {
		async start(user: UserRow, device: Device, method: SignInMethod) {
			const sessionId = randomUUID()
			const refreshToken = randomBytes(32).toString('base64url')
			await database
				.transaction(async (run) => {
					await run({
						text: 'insert into auth.sessions (id, user_id, user_agent) values ($1, $2, $3)',
						values: [sessionId, user.id, device.userAgent],
					})
					await run({
						text: `
						insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
						values ($1, now(), now(), $2, $3)`,
						values: [sessionId, method, randomUUID()],
					})
					await insertToken(run, { sessionId, userId: user.id, token: refreshToken, parent: null })
					await run({ text: 'update auth.users set last_sign_in_at = now() where id = $1', values: [user.id] })
				})
				.catch((error: { code?: string }) => {
					throw error.code === foreignKeyViolation ? new AuthError('user_not_found') : error
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

		async endAll(userId: string): Promise<void> {
			await database.query({ text: 'delete from auth.sessions where user_id = $1', values: [userId] })
		},

		/** Whether a recovery opened this session: `fresh` ones may set a password without the current one. */
		async recoveryOf(sessionId: string): Promise<'fresh' | 'old' | undefined> {
			const [recovery] = await database.query<{ isFresh: boolean }>({
				text: `
					select created_at > now() - make_interval(mins => $2) as "isFresh" from auth.mfa_amr_claims
					where session_id = $1 and authentication_method = 'recovery'`,
				values: [sessionId, recoveryMinutes],
			})
			return recovery && (recovery.isFresh ? 'fresh' : 'old')
		},

		/** The recovery has served its purpose. */
		async endRecovery(sessionId: string): Promise<void> {
			await database.query({
				text: `
					update auth.mfa_amr_claims set authentication_method = 'otp', updated_at = now()
					where session_id = $1 and authentication_method = 'recovery'`,
				values: [sessionId],
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
