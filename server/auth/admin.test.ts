import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { clientOf, type Inbox, inboxOf, newEmail, newPhone } from './testing.ts'

let server: TestServer
let inbox: Inbox
let operator: ReturnType<typeof clientOf>['admin']
beforeAll(async () => {
	server = await testServer()
	inbox = inboxOf(server)
	operator = clientOf(server, { key: server.secrets.serviceRoleKey }).admin
})
afterAll(() => server.close())

const password = 'una clave larga'
const nobody = '11111111-1111-4111-8111-111111111111'

describe('only the operator', () => {
	const calls: [method: string, path: string, body?: object][] = [
		['POST', '/admin/users', { email: 'a@example.org', password }],
		['GET', '/admin/users'],
		['GET', `/admin/users/${nobody}`],
		['PUT', `/admin/users/${nobody}`, { email_confirm: true }],
		['DELETE', `/admin/users/${nobody}`],
		['POST', '/admin/generate_link', { type: 'recovery', email: 'a@example.org' }],
		['POST', '/invite', { email: 'a@example.org' }],
	]
	it.each(calls)('%s %s', async (method, path, body) => {
		const person = await server.person()
		for (const token of [undefined, person.accessToken]) {
			const init = { method, token, ...(body && { body: JSON.stringify(body) }) }
			const answer = await server.request(`/auth/v1${path}`, init)
			expect(answer.status).toBe(403)
			expect(await answer.json()).toMatchObject({ error_code: 'not_admin' })
		}
	})
})

describe('an account', () => {
	it('is created by the operator, confirmed or not', async () => {
		const email = newEmail()
		const attributes = { email, password, user_metadata: { first_name: 'Eva' }, app_metadata: { group: 'one' } }
		const { data, error } = await operator.createUser({ ...attributes, email_confirm: true })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Eva' }, app_metadata: { group: 'one' } })
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()

		const other = newEmail()
		await operator.createUser({ email: other, password })
		const { error: early } = await server.authClient().signInWithPassword({ email: other, password })
		expect(early).toMatchObject({ code: 'email_not_confirmed' })
	})

	it('can come with the hash of another house', async () => {
		const email = newEmail()
		const password_hash = (await bcrypt(password, 10)).replace('$2b$', '$2a$')
		await operator.createUser({ email, password_hash, email_confirm: true })
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
	})

	it('is found, changed and listed', async () => {
		const phone = newPhone()
		const created = (await operator.createUser({ phone, phone_confirm: true })).data.user
		const id = created?.id as string
		expect((await operator.getUserById(id)).data.user?.phone).toBe(phone.slice(1))
		const email = newEmail()
		const changed = await operator.updateUserById(id, { email, email_confirm: true, app_metadata: { tier: 2 } })
		expect(changed.data.user).toMatchObject({ email, app_metadata: { tier: 2, providers: ['phone', 'email'] } })
		const { data } = await operator.listUsers({ page: 1, perPage: 1 })
		expect(data.users).toHaveLength(1)
		expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
		expect('total' in data && data.total).toBeGreaterThan(1)
		const all = await operator.listUsers()
		expect(all.data.users.map((user) => user.id)).toContain(id)
	})

	it('is shut out at once, and let in again', async () => {
		const person = await server.person()
		const banned = await operator.updateUserById(person.userId, { ban_duration: '24h' })
		expect(banned.error).toBeNull()
		expect((await server.request('/rest/v1/profiles', { token: person.accessToken })).status).toBe(401)
		const signIn = () => server.authClient().signInWithPassword({ email: person.email, password })
		expect((await signIn()).error).toMatchObject({ code: 'user_banned' })
		await operator.updateUserById(person.userId, { ban_duration: 'none' })
		expect((await signIn()).error).toBeNull()
	})

	it('whose password the operator sets has no session left', async () => {
		const person = await server.person()
		await operator.updateUserById(person.userId, { password: 'puesta por la operadora' })
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
	})

	it('that is signed out everywhere by the operator opens nothing', async () => {
		const person = await server.person()
		expect((await operator.signOut(person.accessToken, 'global')).error).toBeNull()
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
	})

	it('that is deleted opens nothing at once, on any base', async () => {
		const person = await server.person()
		expect((await operator.deleteUser(person.userId)).error).toBeNull()
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
		expect((await server.request('/rest/v1/profiles', { token: person.accessToken })).status).toBe(401)
		expect((await operator.getUserById(person.userId)).error).toMatchObject({ status: 404, code: 'user_not_found' })
		expect((await server.authClient().signUp({ email: person.email, password })).error).toBeNull()
	})

	it('that is emptied keeps its row and nothing of the person', async () => {
		const person = await server.person()
		expect((await operator.deleteUser(person.userId, true)).error).toBeNull()
		expect((await server.request('/rest/v1/profiles', { token: person.accessToken })).status).toBe(401)
		const [row] = await server.database.query({
			text: 'select email, phone, encrypted_password, raw_user_meta_data from auth.users where id = $1',
			values: [person.userId],
		})
		expect(row).toEqual({ email: null, phone: null, encrypted_password: null, raw_user_meta_data: {} })
		expect((await server.authClient().signUp({ email: person.email, password })).error).toBeNull()
	})

	it.each([
		['with an address that is taken', async () => ({ email: (await server.person()).email }), 'email_exists'],
		['without address and number', async () => ({ password }), 'validation_failed'],
		['with a hash nobody knows', async () => ({ email: newEmail(), password_hash: 'md5:abc' }), 'validation_failed'],
		[
			'with a hash that takes forever',
			async () => ({ email: newEmail(), password_hash: `$2a$31$${'a'.repeat(53)}` }),
			'validation_failed',
		],
		['with a role that opens more', async () => ({ email: newEmail(), role: 'service_role' }), 'validation_failed'],
		['with a ban that is none', async () => ({ email: newEmail(), ban_duration: 'mañana' }), 'validation_failed'],
		['with a common password', async () => ({ email: newEmail(), password: 'qwerty123' }), 'weak_password'],
	])('is not created %s', async (_, attributes, code) => {
		const { error } = await operator.createUser(await attributes())
		expect(error).toMatchObject({ code })
	})

	it('is not created twice with the same id', async () => {
		const id = crypto.randomUUID()
		await operator.createUser({ id, email: newEmail() })
		expect((await operator.createUser({ id, email: newEmail() })).error).toMatchObject({ status: 422 })
	})

	it.each(['?page=0', '?page=x', '?per_page=100000', '?page=1e99'])('the list refuses %s', async (query) => {
		const headers = { apikey: server.secrets.serviceRoleKey, Authorization: '' }
		const answer = await fetch(`${server.url}/auth/v1/admin/users${query}`, { headers: { apikey: headers.apikey } })
		expect(answer.status).toBe(400)
	})

	it('is not looked for under an id that is none', async () => {
		const headers = { apikey: server.secrets.serviceRoleKey }
		expect((await fetch(`${server.url}/auth/v1/admin/users/abc`, { headers })).status).toBe(400)
	})
})

describe('links of the operator', () => {
	it('an invitation reaches the person and opens the account', async () => {
		const email = newEmail()
		const { data, error } = await operator.inviteUserByEmail(email, { data: { first_name: 'Eva' } })
		expect(error).toBeNull()
		expect(data.user?.invited_at).toBeTruthy()
		const { code, text } = await inbox.next(email)
		expect(text).toContain('Te invitaron')
		const client = server.authClient()
		expect((await client.verifyOtp({ email, token: code, type: 'invite' })).error).toBeNull()
		expect((await client.updateUser({ password })).error).toBeNull()
		expect((await operator.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists' })
	})

	it('can be handed over by the operator instead', async () => {
		const { email, userId } = await server.person()
		const { data, error } = await operator.generateLink({ type: 'recovery', email })
		expect(error).toBeNull()
		expect(data.user?.id).toBe(userId)
		expect(inbox.count(email)).toBe(0)
		const { search } = new URL(data.properties?.action_link as string)
		const followed = await fetch(`${server.url}/auth/v1/verify${search}`, { redirect: 'manual' })
		expect(followed.headers.get('Location')).toContain('access_token=')
	})

	it.each([
		['signup', { type: 'signup', password }],
		['invite', { type: 'invite' }],
	] as const)('of type %s open an account', async (_, wish) => {
		const email = newEmail()
		const { data } = await operator.generateLink({ ...wish, email } as Parameters<typeof operator.generateLink>[0])
		const { email_otp: token, verification_type: type } = data.properties as {
			email_otp: string
			verification_type: string
		}
		expect((await server.authClient().verifyOtp({ email, token, type })).error).toBeNull()
	})

	it('for a magic link and a new address work by their hashed token', async () => {
		const { email } = await server.person()
		const magic = await operator.generateLink({ type: 'magiclink', email })
		const token_hash = magic.data.properties?.hashed_token as string
		expect((await server.authClient().verifyOtp({ token_hash, type: 'magiclink' })).error).toBeNull()
		const newAddress = newEmail()
		const change = await operator.generateLink({ type: 'email_change_new', email, newEmail: newAddress })
		const hashed = change.data.properties?.hashed_token as string
		const { data } = await server.authClient().verifyOtp({ token_hash: hashed, type: 'email_change' })
		expect(data.user?.email).toBe(newAddress)
	})

	it('for nobody are refused', async () => {
		const { error } = await operator.generateLink({ type: 'recovery', email: 'nadie@example.org' })
		expect(error).toMatchObject({ code: 'user_not_found' })
	})
})

describe('what is not offered says so', () => {
	it.each([
		['GET', '/authorize?provider=google', 400, 'validation_failed'],
		['POST', '/sso', 404, 'saml_provider_disabled'],
		['POST', '/factors', 422, 'mfa_totp_enroll_not_enabled'],
		['GET', '/user/identities/authorize?provider=google', 404, 'manual_linking_disabled'],
		['POST', '/token?grant_type=id_token', 422, 'provider_disabled'],
		['POST', '/passkeys/authentication/options', 422, 'provider_disabled'],
		['DELETE', '/signup', 405, 'method_not_allowed'],
		['GET', '/nothing', 404, 'not_found'],
	])('%s %s', async (method, path, status, code) => {
		const answer = await server.request(`/auth/v1${path}`, { method, ...(method === 'POST' && { body: '{}' }) })
		expect(answer.status).toBe(status)
		expect(await answer.json()).toMatchObject({ error_code: code })
	})

	it('public keys: there are none, and anybody may look', async () => {
		const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
		expect(await answer.json()).toEqual({ keys: [] })
	})
})
