// POST /signup: an account by e-mail or by telephone. A number is always proven by a code; an address only where this
// installation asks for it. An account nobody ever confirmed does not keep the owner of the address or number out.
import { Hono } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { deviceOf } from './asking.ts'
import { readBody } from './body.ts'
import { challengeOf } from './code-requests.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { checkStrength } from './password-rules.ts'
import { signUpSchema } from './schemas.ts'
import { userJson } from './user-json.ts'
import type { UserChanges, UserRow } from './users.ts'

export function signUpRoutes(parts: AuthParts): Hono<AppEnv> {
	const { users, sessions, passwords, requests, delivery, rates, confirmsEmail } = parts
	const routes = new Hono<AppEnv>()

	routes.post('/signup', async (c) => {
		const wish = await readBody(c, signUpSchema)
		const { to, password } = checkComplete(wish)
		const needsProof = wish.phone !== undefined || confirmsEmail
		checkStrength(password)
		if (needsProof) delivery.checkPossible(to)
		await rates.signUp(c.get('address'))
		const existing = await (wish.email ? users.findByEmail(to) : users.findByPhone(to))
		if (existing && (existing.confirmed_at || !needsProof)) throw new AuthError('user_already_exists')
		if (needsProof) await requests.allow(to, c.get('address'))
		const account: UserChanges = {
			passwordHash: await passwords.hash(password),
			// Who signs up by telephone gets a password made up by the page.
			isPasswordOwn: wish.phone === undefined,
			newMetadata: wish.data ?? {},
			...(wish.email ? { email: to } : { phone: to }),
		}
		if (needsProof) return c.json(userJson(await askForProof(to, account, existing, wish, c.req.query('redirect_to'))))
		const user = await found(await createNew({ ...account, isEmailConfirmed: true }))
		return c.json(await sessions.start(user, deviceOf(c), 'password'))
	})

	async function askForProof(
		to: string,
		account: UserChanges,
		existing: UserRow | undefined,
		wish: z.infer<typeof signUpSchema>,
		redirectTo: string | undefined,
	): Promise<UserRow> {
		const unconfirmed = { ...account, isConfirmationSent: true }
		const id = existing?.id ?? (await createNew(unconfirmed))
		if (existing) await users.update(id, unconfirmed)
		await requests.send({
			purpose: 'entry',
			to,
			userId: id,
			kind: 'confirm',
			type: wish.email ? 'signup' : 'sms',
			details: { confirmsPassword: true, ...challengeOf(wish) },
			redirectTo,
		})
		return found(id)
	}

	async function createNew(account: UserChanges): Promise<string> {
		return users.create(account).catch((error) => {
			// Of several who come at once one wins.
			const isTaken = error instanceof AuthError && (error.code === 'email_exists' || error.code === 'phone_exists')
			throw isTaken ? new AuthError('user_already_exists') : error
		})
	}

	async function found(id: string): Promise<UserRow> {
		const user = await users.findById(id)
		if (!user) throw new AuthError('user_not_found')
		return user
	}

	return routes
}

function checkComplete({ email, phone, password }: { email?: string; phone?: string; password?: string }) {
	const to = email ?? phone
	if (!to && password === undefined) throw new AuthError('anonymous_provider_disabled')
	if (!to || (email && phone))
		throw new AuthError('validation_failed', 'Exactly one of an email address and a phone number is needed on signup.')
	if (password === undefined) throw new AuthError('validation_failed', 'Signup requires a valid password')
	return { to, password }
}
