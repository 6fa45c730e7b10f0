import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
	server = await testServer()
})
afterAll(() => server.close())

const password = 'una clave larga'
let count = 0
const newEmail = () => `auth-${++count}@example.org`

describe('sign-up', () => {
	it('gives a session, with what the person said about themselves', async () => {
		const email = newEmail()
		const { data, error } = await server
			.authClient()
			.signUp({ email: ` ${email.toUpperCase()} `, password, options: { data: { first_name: 'Ana' } } })
		expect(error).toBeNull()
		expect(data.session?.access_token).toBeTruthy()
		expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ana' }, role: 'authenticated' })
		expect(data.user?.identities).toHaveLength(1)
		expect(JSON.stringify(data)).not.toContain('argon2')
	})

	it('says when the address is taken, in any spelling', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		const { error } = await server.authClient().signUp({ email: email.toUpperCase(), password })
		expect(error).toMatchObject({ status: 422, code: 'user_already_exists' })
	})

	it('lets one of two win when both come at once', async () => {
		const email = newEmail()
		const answers = await Promise.all([1, 2, 3].map(() => server.authClient().signUp({ email, password })))
		expect(answers.filter(({ error }) => !error)).toHaveLength(1)
		expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(2)
	})

	it.each([
		['a short password', { email: 'corta@example.org', password: '12345' }, 422, 'weak_password'],
		['an address that is none', { email: 'no es correo', password }, 400, 'email_address_invalid'],
		['a password of the wrong type', { email: 'tipo@example.org', password: 123456 }, 400, 'validation_failed'],
		['a list instead of an object', [1, 2], 400, 'validation_failed'],
		[
			'metadata of 9,000 characters',
			{ email: 'meta@example.org', password, data: { x: 'x'.repeat(9000) } },
			400,
			'validation_failed',
		],
		[
			'an address and a telephone at once',
			{ email: 'a@example.org', phone: '+15555550100', password },
			400,
			'validation_failed',
		],
		['a telephone of another country', { phone: '+525555550100', password }, 400, 'validation_failed'],
		['one of the most common passwords', { email: 'comun@example.org', password: 'TeQuiero' }, 422, 'weak_password'],
		['an anonymous account', {}, 422, 'anonymous_provider_disabled'],
		['metadata with a NUL', { email: 'nul@example.org', password, data: { x: 'a\0' } }, 400, 'validation_failed'],
		['half a character', { email: 'half@example.org', password, data: { x: '\ud800' } }, 400, 'validation_failed'],
	])('refuses %s', async (_, body, status, code) => {
		const answer = await server.request('/auth/v1/signup', { method: 'POST', body: JSON.stringify(body) })
		expect(answer.status).toBe(status)
		expect(await answer.json()).toMatchObject({ error_code: code })
	})

	it('refuses a body that is nested without end', async () => {
		const body = `{"email":"x@example.org","password":"una clave","data":{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`
		const answer = await server.request('/auth/v1/signup', { method: 'POST', body })
		expect(answer.status).toBe(400)
	})

	it('refuses a body that is not JSON', async () => {
		const answer = await server.request('/auth/v1/signup', { method: 'POST', body: '{"email":' })
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({ error_code: 'bad_json' })
	})

	it('does not let a person make themselves more than they are', async () => {
		const body = JSON.stringify({
			email: newEmail(),
			password,
			role: 'service_role',
			app_metadata: { admin: true },
			data: { role: 'service_role' },
		})
		const session = await (await server.request('/auth/v1/signup', { method: 'POST', body })).json()
		expect(session.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } })
		expect(session.user.app_metadata.admin).toBeUndefined()
	})
})

describe('sign-in', () => {
	it('opens with the right password', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		const { data, error } = await server.authClient().signInWithPassword({ email, password })
		expect(error).toBeNull()
		expect(data.user?.email).toBe(email)
	})

	it('answers a wrong password and an unknown address alike', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		const wrong = await server.authClient().signInWithPassword({ email, password: 'otra clave' })
		const unknown = await server.authClient().signInWithPassword({ email: newEmail(), password })
		expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
		expect(unknown.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
		expect(wrong.error?.message).toBe(unknown.error?.message)
	})
})

describe('a session', () => {
	it('is renewed by its refresh token, which then has a successor', async () => {
		const person = await server.person()
		const { data, error } = await server.authClient().refreshSession({ refresh_token: person.refreshToken })
		expect(error).toBeNull()
		expect(data.session?.refresh_token).not.toBe(person.refreshToken)
		expect(data.user?.id).toBe(person.userId)
	})

	it('gives the same successor to a client that lost the first answer', async () => {
		const person = await server.person()
		const answers = await Promise.all(
			[1, 2].map(() => server.authClient().refreshSession({ refresh_token: person.refreshToken })),
		)
		expect(answers[0]?.data.session?.refresh_token).toBe(answers[1]?.data.session?.refresh_token)
	})

	it('ends for everybody when a used refresh token comes back late', async () => {
		const person = await server.person()
		const { data } = await server.authClient().refreshSession({ refresh_token: person.refreshToken })
		await server.database.query({
			text: "update auth.refresh_tokens set updated_at = now() - interval '1 minute' where revoked",
		})
		const stolen = await server.authClient().refreshSession({ refresh_token: person.refreshToken })
		expect(stolen.error).toMatchObject({ code: 'refresh_token_already_used' })
		const mine = await server.authClient().refreshSession({ refresh_token: data.session?.refresh_token as string })
		expect(mine.error).toMatchObject({ code: 'refresh_token_not_found' })
		expect((await server.request('/auth/v1/user', { token: data.session?.access_token })).status).toBe(403)
	})

	it('is not renewed by a token nobody issued', async () => {
		const { error } = await server.authClient().refreshSession({ refresh_token: 'inventado' })
		expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
	})

	it('that was signed out opens nothing at once, on every base', async () => {
		const person = await server.person()
		expect(
			(await server.request('/auth/v1/logout?scope=local', { method: 'POST', token: person.accessToken })).status,
		).toBe(204)
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
		expect((await server.request('/rest/v1/saved_chats', { token: person.accessToken })).status).toBe(401)
		const chat = await server.request('/functions/v1/clear-context', {
			method: 'POST',
			body: '{}',
			token: person.accessToken,
		})
		expect(chat.status).toBe(401)
		expect((await server.authClient().refreshSession({ refresh_token: person.refreshToken })).error).not.toBeNull()
	})

	it('can end the others and stay', async () => {
		const person = await server.person()
		const other = (await server.authClient().signInWithPassword({ email: person.email, password })).data.session
			?.access_token as string
		await server.request('/auth/v1/logout?scope=others', { method: 'POST', token: other })
		expect((await server.request('/auth/v1/user', { token: other })).status).toBe(200)
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
	})

	it('of a deleted person opens nothing', async () => {
		const person = await server.person()
		await server.database.query({ text: 'delete from auth.users where id = $1', values: [person.userId] })
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
		expect((await server.request('/rest/v1/profiles', { token: person.accessToken })).status).toBe(401)
	})
})

describe('the own account', () => {
	it('can be read and its data changed', async () => {
		const person = await server.person()
		const changed = await server.request('/auth/v1/user', {
			method: 'PUT',
			token: person.accessToken,
			body: '{"data":{"last_name":"Pérez"}}',
		})
		expect(await changed.json()).toMatchObject({ user_metadata: { first_name: 'Rosa', last_name: 'Pérez' } })
	})

	it('takes a new password only from somebody who knows the old one, and puts the other devices out', async () => {
		const person = await server.person()
		const other = (await server.authClient().signInWithPassword({ email: person.email, password })).data.session
			?.access_token as string
		const change = (body: object) =>
			server.request('/auth/v1/user', { method: 'PUT', token: person.accessToken, body: JSON.stringify(body) })
		expect(await (await change({ password: 'clave nueva' })).json()).toMatchObject({
			error_code: 'current_password_required',
		})
		expect(await (await change({ password: 'clave nueva', current_password: 'mala' })).json()).toMatchObject({
			error_code: 'current_password_invalid',
		})
		expect(await (await change({ password: 'x', current_password: password })).json()).toMatchObject({
			error_code: 'weak_password',
		})
		expect(await (await change({ password, current_password: password })).json()).toMatchObject({
			error_code: 'same_password',
		})
		expect((await change({ password: 'clave nueva', current_password: password })).status).toBe(200)
		expect((await server.request('/auth/v1/user', { token: other })).status).toBe(403)
		const { error } = await server.authClient().signInWithPassword({ email: person.email, password: 'clave nueva' })
		expect(error).toBeNull()
	})

	it('does not take an address that belongs to somebody else', async () => {
		const [one, other] = [await server.person(), await server.person()]
		const body = JSON.stringify({ email: other.email })
		const answer = await server.request('/auth/v1/user', { method: 'PUT', token: one.accessToken, body })
		expect(answer.status).toBe(422)
		expect(await answer.json()).toMatchObject({ error_code: 'email_exists' })
	})

	it('is nobody’s without a session', async () => {
		expect((await server.request('/auth/v1/user')).status).toBe(401)
	})
})

describe('a token', () => {
	const claims = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), role: 'authenticated' }
	const sign = (secret: string, expiresAt: string | number = '1h', audience = 'authenticated') =>
		new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256' })
			.setAudience(audience)
			.setExpirationTime(expiresAt)
			.sign(new TextEncoder().encode(secret))
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

	it.each([
		['signed with another key', () => sign('x'.repeat(64)), 'PGRST301'],
		['that has expired', () => sign(server.secrets.jwtSecret, 1_700_000_000), 'PGRST303'],
		['for another audience', () => sign(server.secrets.jwtSecret, '1h', 'somebody'), 'PGRST301'],
		[
			'without a signature (alg none)',
			() => `${encode({ alg: 'none' })}.${encode({ ...claims, aud: 'authenticated', exp: 4e9 })}.`,
			'PGRST301',
		],
		['that is not one', () => 'abc', 'PGRST301'],
		[
			'that claims to be the operator',
			() => {
				const body = `${encode({ alg: 'HS256' })}.${encode({ ...claims, role: 'service_role', aud: 'authenticated', exp: 4e9 })}`
				return `${body}.${createHmac('sha256', server.secrets.jwtSecret).update(body).digest('base64url')}`
			},
			'PGRST301',
		],
		['of a session that never was', () => sign(server.secrets.jwtSecret), 'PGRST301'],
	])('%s opens nothing', async (_, make, code) => {
		const answer = await server.request('/rest/v1/saved_chats', { token: await make() })
		expect(answer.status).toBe(401)
		expect(await answer.json()).toMatchObject({ code })
	})
})

describe('errors', () => {
	it('come in the shape that the client’s protocol version asks for', async () => {
		const init = { method: 'POST', body: '{"email":"x@example.org","password":"nadie sabe"}' }
		const old = await server.request('/auth/v1/token?grant_type=password', init)
		expect(await old.json()).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
		const named = await server.request('/auth/v1/token?grant_type=password', {
			...init,
			headers: { 'X-Supabase-Api-Version': '2024-01-01' },
		})
		expect(await named.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
	})

	it('never name what lies behind', async () => {
		for (const path of ['/auth/v1/nothing', '/auth/v1/token?grant_type=magic', '/auth/v1/signup']) {
			const answer = await server.request(path, { method: 'POST', body: '{}' })
			expect(answer.status).toBeLessThan(500)
			expect(await answer.text()).not.toMatch(/at \w+ \(|node_modules|select |pg_/)
		}
	})
})

it('nothing a person typed stands in the log', () => {
	expect(server.logged()).not.toContain(password)
	expect(server.logged()).not.toContain('@example.org')
})
