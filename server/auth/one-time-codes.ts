// POST /otp: a code to sign in with, by SMS or mail. POST /resend: the one that was sent, once more. POST /recover: one
// that lets its owner choose a new password. Where the answer could tell whether there is an account, it does not.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { readBody } from './body.ts'
import { challengeOf } from './code-requests.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { codeRequestSchema, recoverySchema, resendSchema } from './schemas.ts'
import type { UserRow } from './users.ts'

export function oneTimeCodeRoutes({ users, codes, requests }: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/otp', async (c) => {
		const input = await readBody(c, codeRequestSchema)
		const to = oneOf(input)
		await requests.allow(to, c.get('address'))
		const mayCreate = input.create_user ?? true
		const user = mayCreate ? await open(to, input.data ?? {}) : await find(to)
		await requests.send({
			purpose: 'entry',
			to,
			userId: user?.id ?? null,
			kind: user?.confirmed_at ? 'code' : 'confirm',
			type: 'magiclink',
			details: challengeOf(input),
			redirectTo: c.req.query('redirect_to'),
			isQuiet: !mayCreate,
		})
		return c.json({})
	})

	routes.post('/resend', async (c) => {
		const input = await readBody(c, resendSchema)
		const to = oneOf(input)
		await requests.allow(to, c.get('address'))
		const change = input.type === 'email_change' || input.type === 'phone_change' ? input.type : undefined
		const owner = await (change ? codes.ownerOf(change, to) : awaiting(to))
		await requests.send({
			purpose: change ?? 'entry',
			to,
			userId: owner?.userId ?? null,
			kind: change ? 'email_change' : 'confirm',
			type: input.type,
			details: { ...owner?.details, ...challengeOf(input) },
			redirectTo: c.req.query('redirect_to'),
			isQuiet: true,
		})
		return c.json({})
	})

	routes.post('/recover', async (c) => {
		const input = await readBody(c, recoverySchema)
		const to = oneOf(input)
		await requests.allow(to, c.get('address'))
		await requests.send({
			purpose: 'recovery',
			to,
			userId: (await find(to))?.id ?? null,
			kind: 'recovery',
			type: 'recovery',
			details: challengeOf(input),
			redirectTo: c.req.query('redirect_to'),
			isQuiet: true,
		})
		return c.json({})
	})

	const find = (to: string) => (to.includes('@') ? users.findByEmail(to) : users.findByPhone(to))

	/** The account there is, else one without a password. Of one that nobody confirmed nothing is kept. */
	async function open(to: string, newMetadata: Record<string, unknown>): Promise<UserRow | undefined> {
		const before = await find(to)
		if (before?.confirmed_at) return before
		const value = to.includes('@') ? { email: to } : { phone: to }
		const account = { ...value, passwordHash: null, isPasswordOwn: false, newMetadata, isConfirmationSent: true }
		await (before ? users.update(before.id, account) : users.create(account)).catch((error) => {
			// Somebody else was faster; the code then goes to that account.
			if (!(error instanceof AuthError)) throw error
		})
		return find(to)
	}

	/** Whoever has signed up and not confirmed it yet, or has just been sent a code to sign in with. */
	async function awaiting(to: string) {
		const user = await find(to)
		if (user && !user.confirmed_at) return { userId: user.id, details: { confirmsPassword: true } }
		return codes.ownerOf('entry', to)
	}

	return routes
}

function oneOf({ email, phone }: { email?: string | undefined; phone?: string | undefined }): string {
	const to = email ?? phone
	if (!to || (email && phone))
		throw new AuthError('validation_failed', 'Exactly one of an email address and a phone number is needed')
	return to
}
