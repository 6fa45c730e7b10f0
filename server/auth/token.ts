// POST /token: a session for a password, for a refresh token, or for what a followed link of a PKCE client left.
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { checkNotBanned, deviceOf } from './asking.ts'
import { readBody } from './body.ts'
import type { Details } from './codes.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { isOutdated } from './passwords.ts'
import { exchangeGrantSchema, passwordGrantSchema, refreshGrantSchema } from './schemas.ts'
import type { SignInMethod } from './sessions.ts'
import type { UserRow } from './users.ts'

export function tokenRoutes({ users, sessions, passwords, codes, rates }: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/token', async (c) => {
		switch (c.req.query('grant_type')) {
			case 'password':
				return c.json(await byPassword(c))
			case 'refresh_token':
				return c.json(await sessions.refresh((await readBody(c, refreshGrantSchema)).refresh_token))
			case 'pkce':
				return c.json(await byExchange(c))
			case 'id_token':
			case 'web3':
				throw new AuthError('provider_disabled')
			default:
				throw new AuthError('unsupported_grant_type')
		}
	})

	async function byPassword(c: Context<AppEnv>) {
		const { email, phone, password } = await readBody(c, passwordGrantSchema)
		const account = email ?? phone
		if (!account) throw new AuthError('validation_failed', 'missing email or phone')
		const wasRight = await rates.guess(c.get('address'), account)
		const user = await (email ? users.findByEmail(email) : users.findByPhone(account))
		const isRight = await passwords.verify(user?.encrypted_password ?? null, password)
		if (!user || !isRight) throw new AuthError('invalid_credentials')
		await wasRight()
		checkNotBanned(user)
		if (email && !user.email_confirmed_at) throw new AuthError('email_not_confirmed')
		if (!email && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed')
		await renewHash(user, password)
		return sessions.start(user, deviceOf(c), 'password')
	}

	async function renewHash({ id, encrypted_password: hashed }: UserRow, password: string): Promise<void> {
		if (hashed && isOutdated(hashed)) await users.replaceHash(id, hashed, await passwords.hash(password))
	}

	async function byExchange(c: Context<AppEnv>) {
		const { auth_code, code_verifier } = await readBody(c, exchangeGrantSchema)
		const proof = await codes.redeemLink('exchange', auth_code)
		if (!proof) throw new AuthError('flow_state_not_found')
		if (!answers(proof.details.challenge, code_verifier)) throw new AuthError('bad_code_verifier')
		const user = await users.findById(proof.userId)
		if (!user) throw new AuthError('user_not_found')
		checkNotBanned(user)
		return sessions.start(user, deviceOf(c), proof.details.method as SignInMethod)
	}

	return routes
}

function answers(challenge: Details['challenge'], verifier: string): boolean {
	if (!challenge) return false
	const answer = challenge.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
	const [given, expected] = [Buffer.from(answer), Buffer.from(challenge.value)]
	return given.length === expected.length && timingSafeEqual(given, expected)
}
