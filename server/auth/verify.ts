// POST /verify: a typed code, or the token of a link, becomes a session. GET /verify: the link in a mail, which leads to a
// page of this site with the session in the fragment, where no server and no log sees it.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { checkNotBanned, deviceOf } from './asking.ts'
import { check, readBody } from './body.ts'
import type { Proof, Purpose } from './codes.ts'
import type { AuthParts } from './create-auth.ts'
import { isEmail } from './delivery.ts'
import { AuthError } from './errors.ts'
import { type VerificationType, verifyLinkSchema, verifySchema } from './schemas.ts'
import type { SignInMethod } from './sessions.ts'
import type { UserChanges, UserRow } from './users.ts'

const purposes: Record<VerificationType, Purpose> = {
	signup: 'entry',
	invite: 'entry',
	magiclink: 'entry',
	email: 'entry',
	sms: 'entry',
	recovery: 'recovery',
	email_change: 'email_change',
	phone_change: 'phone_change',
}

export function verifyRoutes(parts: AuthParts): Hono<AppEnv> {
	const { sessions, codes, rates, links } = parts
	const routes = new Hono<AppEnv>()

	routes.post('/verify', async (c) => {
		const input = await readBody(c, verifySchema)
		const wasRight = await rates.guess(c.get('address'))
		const proof = await redeem(input)
		if (!proof) throw new AuthError('otp_expired')
		await wasRight()
		const purpose = purposes[input.type]
		return c.json(await sessions.start(await accept(parts, purpose, proof), deviceOf(c), methodOf(purpose)))
	})

	routes.get('/verify', async (c) => {
		const place = links.placeFor(c.req.query('type') as VerificationType, c.req.query('redirect_to'))
		// Programs that look at a mail before its reader does must not use the link up.
		if (c.req.raw.method === 'HEAD') return c.body(null)
		try {
			const { type, token } = check(c.req.query(), verifyLinkSchema)
			const purpose = purposes[type]
			const proof = await codes.redeemLink(purpose, token)
			if (!proof) throw new AuthError('otp_expired', 'Email link is invalid or has expired')
			const user = await accept(parts, purpose, proof)
			const method = methodOf(purpose)
			const { challenge } = proof.details
			if (challenge) {
				const exchange = { purpose: 'exchange', subject: randomUUID(), userId: user.id } as const
				place.searchParams.set('code', (await codes.issue({ ...exchange, details: { challenge, method } })).link)
			} else {
				const { user: _, ...session } = await sessions.start(user, deviceOf(c), method)
				place.hash = new URLSearchParams(
					Object.entries({ ...session, type }).map(([key, value]) => [key, `${value}`]),
				).toString()
			}
		} catch (error) {
			if (!(error instanceof AuthError)) throw error
			place.hash = new URLSearchParams({
				error: 'access_denied',
				error_code: error.code,
				error_description: error.message,
			}).toString()
		}
		return c.redirect(place.href, 303)
	})

	async function redeem({ type, email, phone, token, token_hash }: z.infer<typeof verifySchema>) {
		const purpose = purposes[type]
		if (token_hash) return codes.redeemLink(purpose, token_hash)
		const subject = type === 'sms' || type === 'phone_change' ? phone : type === 'recovery' ? (email ?? phone) : email
		if (!subject || !token || (email && phone))
			throw new AuthError('validation_failed', 'A token and one email address or phone number are needed on verify')
		return codes.redeemCode(purpose, subject, token)
	}

	return routes
}

/** What the proof makes true of the account. */
async function accept(
	{ users, codes }: AuthParts,
	purpose: Purpose,
	{ userId, subject, details }: Proof,
): Promise<UserRow> {
	const user = await users.findById(userId)
	if (!user) throw new AuthError('otp_expired')
	checkNotBanned(user)
	const kind = isEmail(subject) ? 'email' : 'phone'
	const isChange = purpose === 'email_change' || purpose === 'phone_change'
	if (!isChange && user[kind] !== subject) throw new AuthError('otp_expired')
	if (isChange) await users.makeWay(kind, subject, user.id)
	const isStranger = !user.confirmed_at && !details.confirmsPassword
	const changes: UserChanges = {
		...(isChange && { [kind]: subject }),
		...(kind === 'email' ? { isEmailConfirmed: true } : { isPhoneConfirmed: true }),
		// Nobody has proven yet that whoever chose the password is the owner.
		...(isStranger && { passwordHash: null, isPasswordOwn: false }),
	}
	await users.update(user.id, changes)
	if (isChange) await codes.forget(user.id)
	return (await users.findById(user.id)) ?? user
}

function methodOf(purpose: Purpose): SignInMethod {
	return purpose === 'recovery' ? 'recovery' : 'otp'
}
