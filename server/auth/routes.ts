// /auth/v1 as the official client calls it. Left out: other providers' sign-in, second factors, anonymous accounts.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { adminRoutes } from './admin.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError, authErrorAnswer } from './errors.ts'
import { operatorLinkRoutes } from './links-by-operator.ts'
import { notOfferedRoutes } from './not-offered.ts'
import { oneTimeCodeRoutes } from './one-time-codes.ts'
import { ownUserRoutes } from './own-user.ts'
import { settingsRoutes } from './settings.ts'
import { signUpRoutes } from './sign-up.ts'
import { tokenRoutes } from './token.ts'
import { verifyRoutes } from './verify.ts'

export type { AuthParts } from './create-auth.ts'

const paths = [
	'/signup',
	'/token',
	'/otp',
	'/resend',
	'/recover',
	'/verify',
	'/user',
	'/reauthenticate',
	'/logout',
	'/invite',
	'/admin/generate_link',
	'/admin/users',
	'/admin/users/:id',
	'/settings',
	'/health',
	'/.well-known/jwks.json',
]

/** Whether a request may come without a key: links in mails carry none. `path` is the whole one. */
export function isOpenAddress(method: string, path: string): boolean {
	const isReading = method === 'GET' || method === 'HEAD'
	return isReading && (path === '/auth/v1/verify' || path === '/auth/v1/.well-known/jwks.json')
}

export function authRoutes(parts: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	for (const subject of [
		signUpRoutes(parts),
		tokenRoutes(parts),
		oneTimeCodeRoutes(parts),
		verifyRoutes(parts),
		ownUserRoutes(parts),
		operatorLinkRoutes(parts),
		adminRoutes(parts),
		settingsRoutes(parts),
		notOfferedRoutes(),
	])
		routes.route('/', subject)

	// Last: what nothing above has answered.
	for (const path of paths) {
		routes.all(path, () => {
			throw new AuthError('method_not_allowed')
		})
	}
	routes.all('*', () => {
		throw new AuthError('not_found')
	})
	routes.onError((error, c) => {
		if (error instanceof AuthError) return authErrorAnswer(c, error)
		c.get('log').error({ err: error }, 'auth failed')
		return authErrorAnswer(c, new AuthError('unexpected_failure'))
	})
	return routes
}
