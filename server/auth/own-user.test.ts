import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { type Inbox, inboxOf, newEmail, newPhone } from './testing.ts'

let server: TestServer
let inbox: Inbox
beforeAll(async () => {
	server = await testServer()
	inbox = inboxOf(server)
})
afterAll(() => server.close())

const password = 'una clave larga'

/** A client that is signed in by e-mail, or by telephone. */
async function signedIn(by: { email: string } | { phone: string } = { email: newEmail() }, on = server, mail = inbox) {
	const client = on.authClient()
	await client.signUp({ ...by, password })
	if ('phone' in by) await client.verifyOtp({ ...by, token: (await mail.next(by.phone)).code, type: 'sms' })
	return client
}

describe('data about oneself', () => {
	it('is merged, and null removes', async () => {
		const client = await signedIn()
		await client.updateUser({ data: { first_name: 'Ana', town: 'Puebla' } })
		const { data } = await client.updateUser({ data: { last_name: 'Ruiz', town: null } })
		expect(data.user?.user_metadata).toEqual({ first_name: 'Ana', last_name: 'Ruiz' })
	})

	it('does not grow without end', async () => {
		const client = await signedIn()
		expect((await client.updateUser({ data: { a: 'x'.repeat(5000) } })).error).toBeNull()
		const { error } = await client.updateUser({ data: { b: 'x'.repeat(5000) } })
		expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
	})

	it('does not reach what only the operator may change', async () => {
		const client = await signedIn()
		const wish = { app_metadata: { admin: true }, role: 'service_role', email_confirm: true } as object
		await client.updateUser(wish)
		const { data } = await client.getUser()
		expect(data.user?.role).toBe('authenticated')
		expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], password_set: true })
	})

	it('that stays as it is changes nothing, and an empty address is none', async () => {
		const email = newEmail()
		const client = await signedIn({ email })
		for (const wish of [{ email }, { email: '' }, { phone: '' }, {}]) {
			const { data, error } = await client.updateUser(wish)
			expect(error).toBeNull()
			expect(data.user).toMatchObject({ email, phone: '' })
		}
	})
})

describe('a new e-mail address', () => {
	it('holds at once where addresses are not confirmed', async () => {
		const client = await signedIn()
		const email = newEmail()
		const { data } = await client.updateUser({ email })
		expect(data.user).toMatchObject({ email, identities: [{ provider: 'email', identity_data: { email } }] })
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
	})

	it('is a second way in for somebody who came by telephone', async () => {
		const client = await signedIn({ phone: newPhone() })
		const email = newEmail()
		const { data } = await client.updateUser({ email })
		expect(data.user?.app_metadata).toMatchObject({ provider: 'phone', providers: ['phone', 'email'] })
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
	})

	describe('where addresses are confirmed', () => {
		let strict: TestServer
		let mail: Inbox
		beforeAll(async () => {
			strict = await testServer({ AUTH_CONFIRM_EMAIL: 'true' })
			mail = inboxOf(strict)
		})
		afterAll(() => strict.close())

		async function confirmed(email = newEmail()) {
			const client = strict.authClient()
			await client.signUp({ email, password })
			await client.verifyOtp({ email, token: (await mail.next(email)).code, type: 'signup' })
			return client
		}

		it('holds once the code at the new address was entered', async () => {
			const [before, email] = [newEmail(), newEmail()]
			const client = await confirmed(before)
			const asked = await client.updateUser({ email })
			expect(asked.data.user).toMatchObject({ email: before, new_email: email })
			const { code } = await mail.next(email)
			const { data, error } = await client.verifyOtp({ email, token: code, type: 'email_change' })
			expect(error).toBeNull()
			expect(data.user?.email).toBe(email)
			expect(data.user?.new_email).toBeUndefined()
			expect((await strict.authClient().signInWithPassword({ email, password })).error).toBeNull()
			const { error: gone } = await strict.authClient().signInWithPassword({ email: before, password })
			expect(gone).toMatchObject({ code: 'invalid_credentials' })
		})

		it('can be sent again', async () => {
			const email = newEmail()
			const client = await confirmed()
			await client.updateUser({ email })
			await mail.next(email)
			await strict.authClient().resend({ type: 'email_change', email })
			const { code } = await mail.next(email)
			expect((await client.verifyOtp({ email, token: code, type: 'email_change' })).error).toBeNull()
		})

		it('is not kept from its owner by an account that nobody confirmed', async () => {
			const email = newEmail()
			await strict.authClient().signUp({ email, password: 'la del extraño' })
			await mail.next(email)
			const client = await confirmed()
			expect((await client.updateUser({ email })).error).toBeNull()
			const { code } = await mail.next(email)
			const { data } = await client.verifyOtp({ email, token: code, type: 'email_change' })
			expect(data.user?.email).toBe(email)
		})

		it('that was confirmed by somebody else meanwhile is refused', async () => {
			const email = newEmail()
			const client = await confirmed()
			await client.updateUser({ email })
			const { code } = await mail.next(email)
			await confirmed(email)
			const { error } = await client.verifyOtp({ email, token: code, type: 'email_change' })
			expect(error).toMatchObject({ code: 'email_exists' })
			expect((await client.updateUser({ email })).error).toMatchObject({ code: 'email_exists' })
		})
	})
})

describe('a new telephone', () => {
	it('holds once its code was entered', async () => {
		const phone = newPhone()
		const client = await signedIn()
		const asked = await client.updateUser({ phone })
		expect(asked.data.user).toMatchObject({ phone: '', new_phone: phone.slice(1) })
		const { code } = await inbox.next(phone)
		expect((await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })).error).not.toBeNull()
		const { data, error } = await client.verifyOtp({ phone, token: code, type: 'phone_change' })
		expect(error).toBeNull()
		expect(data.user?.phone).toBe(phone.slice(1))
		expect((await server.authClient().signInWithPassword({ phone, password })).error).toBeNull()
	})

	it('of somebody else is refused', async () => {
		const phone = newPhone()
		await signedIn({ phone })
		const client = await signedIn()
		expect((await client.updateUser({ phone })).error).toMatchObject({ status: 422, code: 'phone_exists' })
	})
})

describe('a new password', () => {
	it('of somebody who came by telephone needs no current one, the next one does', async () => {
		const client = await signedIn({ phone: newPhone() })
		expect((await client.updateUser({ password: 'elegida por ella' })).error).toBeNull()
		expect((await client.getUser()).data.user?.app_metadata.password_set).toBe(true)
		const { error } = await client.updateUser({ password: 'y otra más' })
		expect(error).toMatchObject({ code: 'current_password_required' })
	})

	it('is taken with a code by mail instead of the current one, once', async () => {
		const email = newEmail()
		const client = await signedIn({ email })
		expect((await client.reauthenticate()).error).toBeNull()
		const { code } = await inbox.next(email)
		expect((await client.updateUser({ password: 'clave nueva', nonce: code })).error).toBeNull()
		const again = await client.updateUser({ password: 'y otra más', nonce: code })
		expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
	})

	it('is taken with a code by SMS', async () => {
		const phone = newPhone()
		const client = await signedIn({ phone })
		await client.updateUser({ password: 'elegida por ella' })
		await client.reauthenticate()
		const { code } = await inbox.next(phone)
		expect((await client.updateUser({ password: 'clave nueva', nonce: code })).error).toBeNull()
	})

	it('is not taken with a code that was somebody else’s, nor with one for something else', async () => {
		const [mine, theirs] = [newEmail(), newEmail()]
		const [client, other] = [await signedIn({ email: mine }), await signedIn({ email: theirs })]
		await other.reauthenticate()
		const { code } = await inbox.next(theirs)
		const refused = { code: 'reauthentication_not_valid' }
		expect((await client.updateUser({ password: 'clave nueva', nonce: code })).error).toMatchObject(refused)
		await client.signInWithOtp({ email: mine })
		const entry = (await inbox.next(mine)).code
		expect((await client.updateUser({ password: 'clave nueva', nonce: entry })).error).toMatchObject(refused)
	})

	it('leaves no way back for who knew the old one: sessions, refresh tokens, codes', async () => {
		const email = newEmail()
		const [client, other] = [await signedIn({ email }), server.authClient()]
		const { data } = await other.signInWithPassword({ email, password })
		await client.updateUser({ password: 'clave nueva', current_password: password })
		expect((await other.getUser()).error).not.toBeNull()
		const stolen = await server.authClient().refreshSession({ refresh_token: data.session?.refresh_token as string })
		expect(stolen.error).toMatchObject({ code: 'refresh_token_not_found' })
	})

	it('cannot be guessed with a stolen session', async () => {
		const limited = await testServer({ RATE_LIMITS: 'on' })
		const client = await signedIn({ email: newEmail() }, limited, inboxOf(limited))
		const guess = () => client.updateUser({ password: 'clave nueva', current_password: 'adivinada' })
		for (let tries = 0; tries < 10; tries++) expect((await guess()).error?.code).toBe('current_password_invalid')
		expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
		await limited.close()
	})
})

describe('a person who is shut out', () => {
	it('reads nothing, changes nothing and is not renewed', async () => {
		const person = await server.person()
		await server.database.query({
			text: "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
			values: [person.userId],
		})
		const banned = { error_code: 'user_banned' }
		const read = await server.request('/auth/v1/user', { token: person.accessToken })
		expect(await read.json()).toMatchObject(banned)
		expect((await server.request('/rest/v1/profiles', { token: person.accessToken })).status).toBe(401)
		const renewed = await server.authClient().refreshSession({ refresh_token: person.refreshToken })
		expect(renewed.error).toMatchObject({ code: 'user_banned' })
		const signIn = await server.authClient().signInWithPassword({ email: person.email, password })
		expect(signIn.error).toMatchObject({ code: 'user_banned' })
	})
})
