// Whether a person's session still lives, asked where sessions live. Here: the database, at the border to an upstream. In
// an AUTH_UPSTREAM_URL: that service, before anything is done in the person's name; its word holds for five seconds.
import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'
import { type Caller, type Database, sessionEndedCode } from '../database/database.ts'
import type { Identify } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'

/** Lets a request pass to an upstream while the caller's session, which lives here, does. */
export function whileSessionLives(database: Pick<Database, 'runAs'>) {
	return createMiddleware<AppEnv>(async (c, next) => {
		if (!(await lives(database, c.get('caller')))) return refuse(c, 'invalid_token')
		await next()
	})
}

/** For sockets: `identify`, and a session that has ended makes an invalid token. */
export function withLiveSession(identify: Identify, database: Pick<Database, 'runAs'>): Identify {
	return async (key, authorization) => {
		const caller = await identify(key, authorization)
		return typeof caller === 'string' || (await lives(database, caller)) ? caller : 'invalid_token'
	}
}

async function lives(database: Pick<Database, 'runAs'>, caller: Caller): Promise<boolean> {
	if (caller.role !== 'authenticated') return true
	try {
		await database.runAs(caller, { text: 'select 1' })
		return true
	} catch (error) {
		if ((error as { code?: string }).code === sessionEndedCode) return false
		throw error
	}
}

export type SessionsElsewhere = {
	identify: Identify
	/** Somebody signed out or was changed: everything is asked again. */
	forget(): void
}

const trustedForMs = 5000
const patienceMs = 10_000
const mostRemembered = 10_000

/** `identify`, and then the upstream's word on people's tokens. */
export function sessionsElsewhere(
	identify: Identify,
	{ upstream, anonKey, now = Date.now }: { upstream: string; anonKey: string; now?: () => number },
): SessionsElsewhere {
	const alive = new Map<string, number>()
	/** How often everything was forgotten: an answer to a question from before is not remembered. */
	let times = 0

	async function ask(authorization: string): Promise<'alive' | 'invalid_token' | 'upstream_failed'> {
		const headers = { apikey: anonKey, authorization }
		const signal = AbortSignal.timeout(patienceMs)
		const answer = await fetch(`${upstream}/user`, { headers, redirect: 'error', signal }).catch(() => undefined)
		await answer?.body?.cancel()
		if (answer?.ok) return 'alive'
		return answer && [401, 403, 404].includes(answer.status) ? 'invalid_token' : 'upstream_failed'
	}

	return {
		async identify(key, authorization) {
			const caller = await identify(key, authorization)
			if (typeof caller === 'string' || caller.role !== 'authenticated' || !authorization) return caller
			const name = createHash('sha256').update(authorization).digest('base64')
			if ((alive.get(name) ?? 0) > now()) return caller
			const askedAfter = times
			const word = await ask(authorization)
			if (word !== 'alive') return word
			if (askedAfter !== times) return caller
			if (alive.size >= mostRemembered) alive.clear()
			alive.set(name, now() + trustedForMs)
			return caller
		},
		forget() {
			times++
			alive.clear()
		},
	}
}
