// Refresh tokens. One works once; one that comes back after it was used ends the whole session, because somebody else may
// hold a copy. Only hashes are stored; each token is derived from the one before it, so that a client whose answer was lost
// gets the same successor again.
import { createHash } from 'node:crypto'
import type { Run } from '../database/database.ts'

/** How long a used token still gives the same session: the answer to the first use may have been lost on the way. */
const reuseSeconds = 10
const idleDays = 60

export type Rotation =
	| { outcome: 'rotated'; userId: string; sessionId: string; next: string }
	| { outcome: 'unknown' }
	| { outcome: 'stolen' }

/** The token's successor; `stolen` when it had been used, and then its session is gone. */
export async function rotate(run: Run, token: string, successorOf: (token: string) => string): Promise<Rotation> {
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

export type TokenRow = { sessionId: string; userId: string; token: string; parent: string | null }

/** `parent`: hash of the token it follows. */
export async function insertToken(run: Run, { sessionId, userId, token, parent }: TokenRow) {
	await run({
		text: 'insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)',
		values: [hashOf(token), userId, sessionId, parent],
	})
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex')
}
