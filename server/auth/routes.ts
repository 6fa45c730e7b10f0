// /auth/v1 as the official client calls it: sign-up and sign-in by e-mail and password, refresh, the own user, sign-out.
// Left out so far: telephone, one-time codes, recovery, confirmation by mail, the operator's calls.
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import type { Caller } from '../database/database.ts'
import { AuthError, authErrorAnswer } from './errors.ts'
import type { Passwords } from './passwords.ts'
import { passwordGrantSchema, refreshGrantSchema, shortestPassword, signUpSchema, updateUserSchema } from './schemas.ts'
import type { Sessions, SignOutScope } from './sessions.ts'
import { type UserRow, type Users, userJson } from './users.ts'

export type AuthParts = { users: Users; sessions: Sessions; passwords: Passwords }

export function authRoutes({ users, sessions, passwords }: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/signup', async (c) => {
		const { email, password, data } = await readBody(c, signUpSchema)
		if (!email) throw new AuthError('phone_provider_disabled')
		checkStrength(password)
		if (await users.findByEmail(email)) throw new AuthError('user_already_exists')
		const id = await users.create({ email, passwordHash: await passwords.hash(password), metadata: data ?? {} })
		return c.json(await sessions.start((await users.findById(id)) as UserRow, device(c)))
	})

	routes.post('/token', async (c) => {
		const grant = c.req.query('grant_type')
		if (grant === 'password') {
			const { email, password } = await readBody(c, passwordGrantSchema)
			const user = email ? await users.findByEmail(email) : undefined
			const isRight = await passwords.verify(user?.encrypted_password ?? null, password)
			if (!user || !isRight) throw new AuthError('invalid_credentials')
			if (user.banned_until && user.banned_until > new Date()) throw new AuthError('user_banned')
			return c.json(await sessions.start(user, device(c)))
		}
		if (grant === 'refresh_token') {
			const { refresh_token } = await readBody(c, refreshGrantSchema)
			return c.json(await sessions.refresh(refresh_token))
		}
		throw new AuthError('unsupported_grant_type')
	})

	routes.get('/user', async (c) => c.json(userJson((await signedIn(c)).user)))

	routes.put('/user', async (c) => {
		const { caller, user } = await signedIn(c)
		const { email, password, current_password, data } = await readBody(c, updateUserSchema)
		if (password !== undefined) await checkNewPassword(user, password, current_password)
		const passwordHash = password === undefined ? undefined : await passwords.hash(password)
		await users.update(user.id, { email, passwordHash, metadata: data ?? undefined })
		// Whoever knew the old password is out.
		if (passwordHash) await sessions.end(caller.userId, caller.sessionId, 'others')
		return c.json(userJson((await users.findById(user.id)) as UserRow))
	})

	routes.post('/logout', async (c) => {
		const { caller } = await signedIn(c)
		const scope = c.req.query('scope') ?? 'global'
		if (!isScope(scope)) throw new AuthError('validation_failed', `Unsupported logout scope "${scope.slice(0, 20)}"`)
		await sessions.end(caller.userId, caller.sessionId, scope)
		return c.body(null, 204)
	})

	routes.get('/settings', (c) =>
		c.json({
			external: { email: true, phone: false },
			disable_signup: false,
			mailer_autoconfirm: true,
			phone_autoconfirm: false,
		}),
	)
	routes.get('/health', (c) => c.json({ name: 'Faro Migrante', description: 'accounts and sessions' }))

	for (const path of ['/signup', '/token', '/user', '/logout', '/settings', '/health']) {
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

	async function signedIn(
		c: Context<AppEnv>,
	): Promise<{ caller: Extract<Caller, { role: 'authenticated' }>; user: UserRow }> {
		const caller = c.get('caller')
		if (caller.role !== 'authenticated') throw new AuthError('no_authorization')
		const user = await sessions.personOf(caller.userId, caller.sessionId)
		if (!user) throw new AuthError('session_not_found')
		return { caller, user }
	}

	async function checkNewPassword(user: UserRow, password: string, current: string | undefined) {
		checkStrength(password)
		const isOwn = user.raw_app_meta_data.password_set !== false
		if (isOwn && current === undefined) throw new AuthError('current_password_required')
		if (isOwn && !(await passwords.verify(user.encrypted_password, current ?? '')))
			throw new AuthError('current_password_invalid')
		if (await passwords.verify(user.encrypted_password, password)) throw new AuthError('same_password')
	}

	return routes
}

async function readBody<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): Promise<z.infer<Schema>> {
	const body: unknown = await c.req.json().catch(() => {
		throw new AuthError('bad_json')
	})
	const parsed = schema.safeParse(body)
	if (parsed.success) return parsed.data
	const field = parsed.error.issues[0]?.path.join('.') || 'body'
	if (field === 'email') throw new AuthError('email_address_invalid')
	throw new AuthError('validation_failed', `${field}: ${parsed.error.issues[0]?.message}`)
}

function checkStrength(password: string) {
	if (password.length < shortestPassword)
		throw new AuthError('weak_password', undefined, { weak_password: { reasons: ['length'] } })
}

function isScope(scope: string): scope is SignOutScope {
	return scope === 'local' || scope === 'others' || scope === 'global'
}

function device(c: Context<AppEnv>) {
	return { userAgent: c.req.header('user-agent')?.slice(0, 200) ?? null }
}
