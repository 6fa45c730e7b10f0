// The own account: reading and changing it, asking for a code that stands in for the password, and signing out.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { changeAccount } from './account-changes.ts'
import { signedIn } from './asking.ts'
import { readBody } from './body.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { updateUserSchema } from './schemas.ts'
import type { SignOutScope } from './sessions.ts'
import { userJson } from './user-json.ts'
import type { UserRow } from './users.ts'

export function ownUserRoutes(parts: AuthParts): Hono<AppEnv> {
	const { users, sessions, delivery, requests } = parts
	const routes = new Hono<AppEnv>()

	routes.get('/user', async (c) => c.json(userJson((await signedIn(c, parts)).user)))

	routes.put('/user', async (c) => {
		const asker = await signedIn(c, parts)
		const wish = await readBody(c, updateUserSchema)
		await changeAccount(parts, asker, wish, { address: c.get('address'), redirectTo: c.req.query('redirect_to') })
		return c.json(userJson((await users.findById(asker.user.id)) ?? asker.user))
	})

	routes.get('/reauthenticate', async (c) => {
		const { user } = await signedIn(c, parts)
		const to = reachable(user)
		await requests.allow(to, c.get('address'))
		await requests.send({ purpose: 'reauthentication', to, userId: user.id, kind: 'code', type: 'email' })
		return c.json({})
	})

	routes.post('/logout', async (c) => {
		const { caller } = await signedIn(c, parts)
		const scope = c.req.query('scope') ?? 'global'
		if (!isScope(scope)) throw new AuthError('validation_failed', `Unsupported logout scope "${scope.slice(0, 20)}"`)
		await sessions.end(caller.userId, caller.sessionId, scope)
		return c.body(null, 204)
	})

	/** Where a code reaches this person: by mail if that goes, else by telephone. */
	function reachable({ email, email_confirmed_at, phone, phone_confirmed_at }: UserRow): string {
		const proven = [email_confirmed_at && email, phone_confirmed_at && phone].filter((to) => to !== null)
		const to = proven.find((one) => delivery.canReach(one)) ?? proven[0]
		if (!to)
			throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number')
		return to
	}

	return routes
}

function isScope(scope: string): scope is SignOutScope {
	return scope === 'local' || scope === 'others' || scope === 'global'
}
