// POST /invite: the operator opens an account and its owner gets a mail. POST /admin/generate_link: the same links, handed
// to the operator instead, who delivers them.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { operatorOnly } from './admin.ts'
import { readBody } from './body.ts'
import type { Purpose } from './codes.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { checkStrength } from './password-rules.ts'
import { inviteSchema, linkSchema, type VerificationType } from './schemas.ts'
import { userJson } from './user-json.ts'
import type { UserChanges, UserRow } from './users.ts'

type Wanted = { purpose: Purpose; type: VerificationType; subject: string; user: UserRow }

export function operatorLinkRoutes({ users, passwords, codes, delivery, requests, links }: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/invite', operatorOnly, async (c) => {
		const { email, data } = await readBody(c, inviteSchema)
		if (!email) throw new AuthError('email_address_invalid')
		delivery.checkPossible(email)
		const user = await openFor(email, { isInvited: true, metadata: data ?? {} })
		await requests.send({
			purpose: 'entry',
			to: email,
			userId: user.id,
			kind: 'invitation',
			type: 'invite',
			redirectTo: c.req.query('redirect_to'),
		})
		return c.json(userJson(user))
	})

	routes.post('/admin/generate_link', operatorOnly, async (c) => {
		const wish = await readBody(c, linkSchema)
		const { email } = wish
		if (!email) throw new AuthError('email_address_invalid')
		const { purpose, type, subject, user } = await wanted(wish, email)
		// The operator vouches for the password given here, if any.
		const issued = await codes.issue({ purpose, subject, userId: user.id, details: { confirmsPassword: true } })
		const redirectTo = c.req.query('redirect_to')
		return c.json({
			...userJson(user),
			action_link: links.verifying(issued.link, type, redirectTo),
			email_otp: issued.code,
			hashed_token: issued.link,
			redirect_to: links.placeFor(type, redirectTo).href,
			verification_type: wish.type,
		})
	})

	async function wanted({ type, new_email, password, data }: LinkWish, email: string): Promise<Wanted> {
		const metadata = data ?? {}
		switch (type) {
			case 'signup': {
				if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password')
				checkStrength(password)
				const passwordHash = await passwords.hash(password)
				const user = await openFor(email, { metadata, passwordHash, isPasswordOwn: true })
				return { purpose: 'entry', type, subject: email, user }
			}
			case 'invite':
				return { purpose: 'entry', type, subject: email, user: await openFor(email, { metadata, isInvited: true }) }
			case 'magiclink':
				return { purpose: 'entry', type, subject: email, user: await existing(email) }
			case 'recovery':
				return { purpose: 'recovery', type, subject: email, user: await existing(email) }
			case 'email_change_new': {
				if (!new_email) throw new AuthError('validation_failed', 'new_email: is needed')
				const user = await existing(email)
				if ((await users.findByEmail(new_email))?.confirmed_at) throw new AuthError('email_exists')
				await users.update(user.id, { pendingEmail: new_email })
				return { purpose: 'email_change', type: 'email_change', subject: new_email, user: await existing(email) }
			}
		}
	}

	async function existing(email: string): Promise<UserRow> {
		const user = await users.findByEmail(email)
		if (!user) throw new AuthError('user_not_found')
		return user
	}

	/** A new account, or one that nobody has confirmed yet. */
	async function openFor(email: string, changes: UserChanges): Promise<UserRow> {
		const before = await users.findByEmail(email)
		if (before?.confirmed_at) throw new AuthError('email_exists')
		if (before) await users.update(before.id, changes)
		else await users.create({ email, passwordHash: null, isPasswordOwn: false, ...changes })
		return existing(email)
	}

	return routes
}

type LinkWish = {
	type: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_new'
	new_email?: string | undefined
	password?: string | null | undefined
	data?: Record<string, unknown> | null | undefined
}
