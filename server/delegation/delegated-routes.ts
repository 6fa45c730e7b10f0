// The bases of this installation that another service answers for. Keys, tokens and limits were looked at before; where
// sessions live here, so is the session. Sockets go another way (delegate-sockets.ts); broadcasts over HTTP stay refused.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../app-env.ts'
import { isOpenAddress } from '../auth/routes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { maxBodyBytes } from '../rest/limits.ts'
import { harmlessHeaders } from '../storage/harmless.ts'
import { needsNoKey } from '../storage/open-routes.ts'
import { delegate } from './delegate.ts'
import { whileSessionLives } from './live-sessions.ts'

export type DelegatedParts = {
	config: Pick<Config, 'upstreams' | 'publicUrl' | 'anonKey'>
	database: Pick<Database, 'runAs'>
	/** Told when people may have signed out. */
	onSessionsChanged?(): void
}

export function delegatedRoutes({ config, database, onSessionsChanged }: DelegatedParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	const { upstreams, publicUrl, anonKey } = config
	const { auth, rest, storage } = upstreams
	const shared = { publicUrl, anonKey }
	if (!auth)
		for (const base of ['rest', 'storage'] as const)
			if (upstreams[base]) routes.use(`/${base}/v1/*`, whileSessionLives(database))

	if (auth) {
		const onAnswered = (method: string, path: string) => {
			if (method !== 'GET' && /\/(logout|user|admin\/.*)$/.test(path)) onSessionsChanged?.()
		}
		routes.all(
			'/auth/v1/*',
			delegate({ ...shared, base: 'auth', upstream: auth, needsNoKey: isOpenAddress, onAnswered }),
		)
	}
	if (rest) {
		routes.use('/rest/v1/*', bodyLimit({ maxSize: maxBodyBytes, onError: (c) => refuse(c, 'too_large') }))
		routes.all('/rest/v1/*', delegate({ ...shared, base: 'rest', upstream: rest }))
	}
	if (storage)
		routes.all(
			'/storage/v1/*',
			delegate({ ...shared, base: 'storage', upstream: storage, needsNoKey, answerMs: 300_000, adjust: makeHarmless }),
		)
	return routes
}

/** Files of another service stand on the app's origin, too. */
function makeHarmless(headers: Headers): void {
	const given = headers.get('content-type')
	const { type, policy } = harmlessHeaders(given ?? '')
	if (given) headers.set('content-type', type)
	headers.set('content-security-policy', policy)
}
