// Ways of the protocol that this installation does not offer, each refused with the code the hosted platform uses for a
// feature that is switched off, so that clients know what to say.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { AuthError, type AuthErrorCode } from './errors.ts'

const refusals: [path: string, code: AuthErrorCode, message?: string][] = [
	['/authorize', 'validation_failed', 'Unsupported provider: provider is not enabled'],
	['/callback', 'validation_failed', 'Unsupported provider: provider is not enabled'],
	['/sso', 'saml_provider_disabled'],
	['/factors', 'mfa_totp_enroll_not_enabled'],
	['/factors/*', 'mfa_totp_enroll_not_enabled'],
	['/user/identities/*', 'manual_linking_disabled'],
	['/passkeys', 'provider_disabled'],
	['/passkeys/*', 'provider_disabled'],
]

export function notOfferedRoutes(): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	for (const [path, code, message] of refusals) {
		routes.all(path, () => {
			throw new AuthError(code, message)
		})
	}
	return routes
}
