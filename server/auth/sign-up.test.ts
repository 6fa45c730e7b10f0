import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { type Inbox, inboxOf, newEmail, newPhone } from './testing.ts'

const password = 'una clave larga'
const generated = 'x8Kq2!mPz7Lw'

describe('by telephone', () => {
	let server: TestServer
	let inbox: Inbox
	beforeAll(async () => {
		server = await testServer()
		inbox = inboxOf(server)
	})
	afterAll(() => server.close())

	async function confirmed(phone: string) {
		await server.authClient().signUp({ phone, password: generated })
		const { code } = await inbox.next(phone)
		return server.authClient().verifyOtp({ phone, token: code, type: 'sms' })
	}

	it('the account opens with the code, and says that its owner chose no password', async () => {
		const phone = newPhone()
		const { data, error } = await server
			.authClient()
			.signUp({ phone, password: generated, options: { data: { first_name: 'Ana' } } })
		expect(error).toBeNull()
		expect(data.session).toBeNull()
		expect(data.user?.id).toBeTruthy()
		const { code, text } = await inbox.next(phone)
		expect(text).toMatch(/^\[mensaje\] \+1305\d{7}: .*\d{6}/)
		const verified = await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })
		expect(verified.error).toBeNull()
		expect(verified.data.session?.access_token).toBeTruthy()
		expect(verified.data.user).toMatchObject({
			phone: phone.slice(1),
			email: '',
			user_metadata: { first_name: 'Ana' },
			app_metadata: { provider: 'phone', providers: ['phone'], password_set: false },
		})
	})

	it('the password works once the code was entered, not before', async () => {
		const phone = newPhone()
		await server.authClient().signUp({ phone, password: generated })
		const early = await server.authClient().signInWithPassword({ phone, password: generated })
		expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
		const { code } = await inbox.next(phone)
		await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })
		expect((await server.authClient().signInWithPassword({ phone, password: generated })).error).toBeNull()
	})

	it('a registered number says so, and a code to sign in goes out when asked for', async () => {
		const phone = newPhone()
		const first = await confirmed(phone)
		const again = await server.authClient().signUp({ phone, password: 'otra clave larga' })
		expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' })
		expect(inbox.count(phone)).toBe(1)
		await server.authClient().signInWithOtp({ phone })
		const { code } = await inbox.next(phone)
		const { data } = await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })
		expect(data.user?.id).toBe(first.data.user?.id)
	})

	it('a number somebody else typed in and never confirmed is free for its owner', async () => {
		const phone = newPhone()
		const strangers = { data: { first_name: 'Otro', note: 'de otro' } }
		await server.authClient().signUp({ phone, password: 'la del extraño', options: strangers })
		await inbox.next(phone)
		const own = { data: { first_name: 'Ana' } }
		const asked = await server.authClient().signUp({ phone, password: generated, options: own })
		expect(JSON.stringify(asked.data)).not.toContain('tro')
		const { code } = await inbox.next(phone)
		const { data } = await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })
		expect(data.user?.user_metadata).toEqual({ first_name: 'Ana' })
		const stranger = await server.authClient().signInWithPassword({ phone, password: 'la del extraño' })
		expect(stranger.error).toMatchObject({ code: 'invalid_credentials' })
		expect((await server.authClient().signInWithPassword({ phone, password: generated })).error).toBeNull()
	})

	it('a password from before the owner came by code alone opens nothing', async () => {
		const phone = newPhone()
		await server.authClient().signUp({ phone, password: 'la del extraño' })
		await inbox.next(phone)
		await server.authClient().signInWithOtp({ phone })
		const { code } = await inbox.next(phone)
		expect((await server.authClient().verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull()
		const stranger = await server.authClient().signInWithPassword({ phone, password: 'la del extraño' })
		expect(stranger.error).toMatchObject({ code: 'invalid_credentials' })
	})

	it('numbers are the same however they are written', async () => {
		const phone = newPhone()
		await confirmed(phone)
		const written = `+1 (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`
		expect((await server.authClient().signInWithPassword({ phone: written, password: generated })).error).toBeNull()
	})

	it('a code can be sent again while the account waits for it', async () => {
		const phone = newPhone()
		await server.authClient().signUp({ phone, password: generated })
		const first = await inbox.next(phone)
		expect((await server.authClient().resend({ type: 'sms', phone })).error).toBeNull()
		const second = await inbox.next(phone)
		const old = await server.authClient().verifyOtp({ phone, token: first.code, type: 'sms' })
		if (first.code !== second.code) expect(old.error).toMatchObject({ code: 'otp_expired' })
		expect((await server.authClient().verifyOtp({ phone, token: second.code, type: 'sms' })).error).toBeNull()
		expect((await server.authClient().signInWithPassword({ phone, password: generated })).error).toBeNull()
	})

	it('of several at once one account remains', async () => {
		const phone = newPhone()
		const answers = await Promise.all([1, 2, 3].map(() => server.authClient().signUp({ phone, password: generated })))
		expect(answers.every(({ error }) => !error || error.code === 'user_already_exists')).toBe(true)
		const rows = await server.database.query({
			text: 'select id from auth.users where phone = $1',
			values: [phone.slice(1)],
		})
		expect(rows).toHaveLength(1)
	})

	it('neither number nor code stands in the log', () => {
		expect(server.logged()).not.toMatch(/1305555\d{4}/)
		expect(server.logged()).not.toContain('código')
	})
})

describe('with confirmation by mail', () => {
	let server: TestServer
	let inbox: Inbox
	beforeAll(async () => {
		server = await testServer({ AUTH_CONFIRM_EMAIL: 'true' })
		inbox = inboxOf(server)
	})
	afterAll(() => server.close())

	it('the account opens with the code in the mail, and no sooner', async () => {
		const email = newEmail()
		const { data, error } = await server.authClient().signUp({ email, password })
		expect(error).toBeNull()
		expect(data).toMatchObject({ session: null, user: { email } })
		const early = await server.authClient().signInWithPassword({ email, password })
		expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
		const { code } = await inbox.next(email)
		const verified = await server.authClient().verifyOtp({ email, token: code, type: 'signup' })
		expect(verified.data.user?.email_confirmed_at).toBeTruthy()
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
	})

	it('a wrong password is told before it is told that the address is not confirmed', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		const { error } = await server.authClient().signInWithPassword({ email, password: 'no es esta' })
		expect(error).toMatchObject({ code: 'invalid_credentials' })
	})

	it('a confirmed address says that it is registered', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		await server.authClient().verifyOtp({ email, token: (await inbox.next(email)).code, type: 'email' })
		const { error } = await server.authClient().signUp({ email, password })
		expect(error).toMatchObject({ code: 'user_already_exists' })
	})

	it('the mail can be sent again', async () => {
		const email = newEmail()
		await server.authClient().signUp({ email, password })
		await inbox.next(email)
		await server.authClient().resend({ type: 'signup', email })
		const { code } = await inbox.next(email)
		expect((await server.authClient().verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
	})

	it('settings tell the page', async () => {
		const answer = await server.request('/auth/v1/settings')
		expect(await answer.json()).toMatchObject({ mailer_autoconfirm: false, external: { email: true, phone: true } })
	})
})

describe('where no message can go out', () => {
	let server: TestServer
	beforeAll(async () => {
		server = await testServer({ HOST: '0.0.0.0', RATE_LIMITS: 'on' })
	})
	afterAll(() => server.close())

	it.each([
		['sign-up by telephone', '/signup', { phone: '+13055550100', password }, 'phone_provider_disabled'],
		['a code by SMS', '/otp', { phone: '+13055550100' }, 'phone_provider_disabled'],
		['a code by mail', '/otp', { email: 'a@example.org' }, 'email_provider_disabled'],
		['recovery by mail', '/recover', { email: 'a@example.org' }, 'email_provider_disabled'],
		['recovery by SMS', '/recover', { phone: '+13055550100' }, 'phone_provider_disabled'],
	])('%s is refused as not available', async (_, path, body, code) => {
		const answer = await server.request(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
		expect(answer.status).toBe(501)
		expect(await answer.json()).toMatchObject({ error_code: code })
	})

	it('nothing is printed and no account is left behind', async () => {
		expect(server.said().filter((line) => line.includes('[mensaje]'))).toEqual([])
		expect(await server.database.query({ text: 'select id from auth.users' })).toEqual([])
	})
})
