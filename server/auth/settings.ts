// What clients may know about this installation's ways to sign in, and the (empty) set of public keys: tokens are signed
// with a secret, so clients ask the server whether one is good.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { AuthParts } from './create-auth.ts'

export function settingsRoutes({
	confirmsEmail,
	delivery,
}: Pick<AuthParts, 'confirmsEmail' | 'delivery'>): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	routes.get('/settings', (c) =>
		c.json({
			external: { email: true, phone: delivery.canText, anonymous_users: false },
			disable_signup: false,
			mailer_autoconfirm: !confirmsEmail,
			phone_autoconfirm: false,
			sms_provider: 'twilio',
			saml_enabled: false,
		}),
	)
	routes.get('/health', (c) => c.json({ name: 'Faro Migrante', description: 'accounts and sessions' }))
	routes.get('/.well-known/jwks.json', (c) => c.json({ keys: [] }))
	return routes
}
