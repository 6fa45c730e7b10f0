// Who is asking? Reads the key and the token of a request to one of the bases and puts the caller into the context.
// Whether the caller's session still lives is the database's business, at the query.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Caller } from '../database/database.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Keys = { anonKey: string; serviceRoleKey: string }

/** Who speaks with this key and this Authorization header: for requests and for sockets. */
export type Identify = (key: string | undefined, authorization: string | undefined) => Promise<Caller | Refusal>

export function authenticate(identify: Identify) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const caller = await identify(c.req.header('apikey'), c.req.header('authorization'))
		if (typeof caller === 'string') return refuse(c, caller)
		c.set('caller', caller)
		await next()
	})
}

export function identifier(keys: Keys, tokens: Tokens): Identify {
	return callerOf

	async function callerOf(apikey: string | undefined, authorization: string | undefined): Promise<Caller | Refusal> {
		const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
		const key = apikey ?? bearer
		if (!key) return 'missing_key'
		const keyRole = roleOfKey(key)
		if (apikey && !keyRole) return 'invalid_key'
		if (!bearer && authorization) return 'invalid_token'
		if (!bearer) return { role: keyRole as 'anon' | 'service_role' }
		const bearerRole = roleOfKey(bearer)
		if (bearerRole) return { role: bearerRole }
		if (!apikey) return 'missing_key'
		const claims = await tokens.verify(bearer)
		if (claims === 'expired') return 'expired_token'
		if (claims === 'invalid') return 'invalid_token'
		return { role: 'authenticated', userId: claims.sub, sessionId: claims.session_id, claims }
	}

	function roleOfKey(key: string): 'anon' | 'service_role' | undefined {
		if (isSame(key, keys.serviceRoleKey)) return 'service_role'
		return isSame(key, keys.anonKey) ? 'anon' : undefined
	}
}

/** Requests that need no key come as a visitor's, whatever they bring. */
export function knownUnless(
	needsNoKey: (method: string, path: string) => boolean,
	known: MiddlewareHandler<AppEnv>,
): MiddlewareHandler<AppEnv> {
	return (c, next) => {
		if (!needsNoKey(c.req.method, c.req.path)) return known(c, next)
		c.set('caller', { role: 'anon' })
		return next()
	}
}

/** Takes the same time wherever the two differ. */
function isSame(a: string, b: string): boolean {
	return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
