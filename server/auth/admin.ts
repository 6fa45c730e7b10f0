// What the operator's own programs do with accounts, holding the service key: auth.admin of the official client.
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { readBanDuration } from './ban-duration.ts'
import { check, readBody } from './body.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { checkStrength } from './password-rules.ts'
import { isKnownHash } from './passwords.ts'
import { changedUserSchema, newUserSchema, pageSchema, removalSchema } from './schemas.ts'
import { userJson } from './user-json.ts'
import type { UserChanges, UserRow } from './users.ts'

export const operatorOnly = createMiddleware<AppEnv>(async (c, next) => {
	if (c.get('caller').role !== 'service_role') throw new AuthError('not_admin')
	await next()
})

export function adminRoutes({ users, sessions, passwords, codes }: AuthParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	routes.use('/admin/*', operatorOnly)

	routes.post('/admin/users', async (c) => {
		const { id, ...wish } = await readBody(c, newUserSchema)
		if (!wish.email && !wish.phone)
			throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone')
		const changes = await changesOf(wish)
		const newId = await users.create({
			passwordHash: null,
			...changes,
			isPasswordOwn: changes.passwordHash !== undefined,
			id: id ?? undefined,
		})
		return c.json(userJson(await found(newId)))
	})

	routes.get('/admin/users', async (c) => {
		const { page, per_page } = check(c.req.query(), pageSchema)
		const { rows, total } = await users.list(page, per_page)
		c.header('X-Total-Count', String(total))
		c.header('Link', pageLinks(c, page, per_page, total))
		return c.json({ users: rows.map(userJson), aud: 'authenticated' })
	})

	routes.get('/admin/users/:id', async (c) => c.json(userJson(await named(c))))
	routes.get('/admin/users/:id/factors', async (c) => c.json((await named(c)) && []))

	routes.put('/admin/users/:id', async (c) => {
		const { id } = await named(c)
		const changes = await changesOf(await readBody(c, changedUserSchema))
		const isNewPassword = changes.passwordHash !== undefined
		await users.update(id, { ...changes, ...(isNewPassword && { isPasswordOwn: true }) })
		if (isNewPassword || changes.bannedUntil) await sessions.endAll(id)
		if (isNewPassword || changes.email || changes.phone) await codes.forget(id)
		return c.json(userJson(await found(id)))
	})

	routes.delete('/admin/users/:id', async (c) => {
		const { id } = await named(c)
		const { should_soft_delete } = (await c.req.text()) ? await readBody(c, removalSchema) : {}
		await (should_soft_delete ? users.empty(id) : users.remove(id))
		return c.json({})
	})

	async function named(c: Context<AppEnv>): Promise<UserRow> {
		return found(check(c.req.param('id'), z.uuid()))
	}

	async function found(id: string): Promise<UserRow> {
		const user = await users.findById(id)
		if (!user) throw new AuthError('user_not_found')
		return user
	}

	async function changesOf(wish: z.infer<typeof changedUserSchema>): Promise<UserChanges> {
		return {
			email: wish.email,
			phone: wish.phone,
			passwordHash: await hashOf(wish.password, wish.password_hash),
			metadata: wish.user_metadata ?? undefined,
			appMetadata: wish.app_metadata ?? undefined,
			isEmailConfirmed: wish.email_confirm ?? undefined,
			isPhoneConfirmed: wish.phone_confirm ?? undefined,
			bannedUntil: wish.ban_duration ? readBanDuration(wish.ban_duration, new Date()) : undefined,
		}
	}

	async function hashOf(password: string | null | undefined, hashed: string | null | undefined) {
		if (password && hashed)
			throw new AuthError('validation_failed', 'Only a password or a password hash should be provided')
		if (hashed && !isKnownHash(hashed))
			throw new AuthError('validation_failed', 'password_hash: must be bcrypt or argon2')
		if (!password) return hashed ?? undefined
		checkStrength(password)
		return passwords.hash(password)
	}

	return routes
}

/** The client reads the number after the first equals sign. */
function pageLinks(c: Context<AppEnv>, page: number, perPage: number, total: number): string {
	const last = Math.max(1, Math.ceil(total / perPage))
	const linkTo = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
	return [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')].join(', ')
}
