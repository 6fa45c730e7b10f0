import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../database/database.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { type Inbox, inboxOf, newEmail, newPhone } from './testing.ts'

let server: TestServer
let inbox: Inbox
beforeAll(async () => {
	server = await testServer()
	inbox = inboxOf(server)
})
afterAll(() => server.close())

const verify = (phone: string, token: string) => server.authClient().verifyOtp({ phone, token, type: 'sms' })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const dead = { status: 403, code: 'otp_expired' }

async function codeFor(phone: string): Promise<string> {
	const { error } = await server.authClient().signInWithOtp({ phone })
	expect(error).toBeNull()
	return (await inbox.next(phone)).code
}

/** Moves every code of this number back in time. */
async function age(subject: string, minutes: number) {
	await server.database.query({
		text: `
			update faro.one_time_codes set code_expires_at = code_expires_at - make_interval(mins => $2),
				link_expires_at = link_expires_at - make_interval(mins => $2) where subject = $1`,
		values: [subject.replace('+', ''), minutes],
	})
}

describe('a code', () => {
	it('signs in whoever has the telephone, with an account or without', async () => {
		const phone = newPhone()
		const first = await verify(phone, await codeFor(phone))
		expect(first.error).toBeNull()
		expect(first.data.user?.app_metadata).toMatchObject({ password_set: false })
		const second = await verify(phone, await codeFor(phone))
		expect(second.data.user?.id).toBe(first.data.user?.id)
	})

	it('of an e-mail signs in as well', async () => {
		const email = newEmail()
		expect((await server.authClient().signInWithOtp({ email })).error).toBeNull()
		const { code } = await inbox.next(email)
		const { data, error } = await server.authClient().verifyOtp({ email, token: code, type: 'email' })
		expect(error).toBeNull()
		expect(data.user?.email_confirmed_at).toBeTruthy()
	})

	it('works with the blanks that people type', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		expect((await verify(phone, ` ${code.slice(0, 3)} ${code.slice(3)}`)).error).toBeNull()
	})

	it('works once', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		await verify(phone, code)
		expect((await verify(phone, code)).error).toMatchObject(dead)
	})

	it('gives one session when it comes twice at once', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		const answers = await Promise.all([1, 2, 3, 4].map(() => verify(phone, code)))
		expect(answers.filter(({ error }) => !error)).toHaveLength(1)
	})

	it('is dead after ten minutes', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		await age(phone, 10)
		expect((await verify(phone, code)).error).toMatchObject(dead)
	})

	it('is dead after five wrong tries, also when they come at once', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		for (let tries = 0; tries < 4; tries++) expect((await verify(phone, otherThan(code))).error).toMatchObject(dead)
		expect((await verify(phone, code)).error).toBeNull()

		const other = newPhone()
		const guessed = await codeFor(other)
		await Promise.all(Array.from({ length: 20 }, () => verify(other, otherThan(guessed))))
		expect((await verify(other, guessed)).error).toMatchObject(dead)
		expect((await verify(other, await codeFor(other))).error).toBeNull()
	})

	it('is replaced by the next one', async () => {
		const phone = newPhone()
		const [first, second] = [await codeFor(phone), await codeFor(phone)]
		if (first !== second) expect((await verify(phone, first)).error).toMatchObject(dead)
		expect((await verify(phone, second)).error).toBeNull()
	})

	it('is nobody else’s', async () => {
		const [mine, theirs] = [newPhone(), newPhone()]
		const [code, other] = [await codeFor(mine), await codeFor(theirs)]
		if (code !== other) expect((await verify(theirs, code)).error).toMatchObject(dead)
		expect((await verify(newPhone(), code)).error).toMatchObject(dead)
	})

	it('to sign in opens no recovery', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		const { error } = await server.authClient().verifyOtp({ phone, token: code, type: 'recovery' as 'sms' })
		expect(error).toMatchObject(dead)
	})

	it('opens an account with what was said about oneself', async () => {
		const phone = newPhone()
		await server.authClient().signInWithOtp({ phone, options: { data: { first_name: 'Ana' } } })
		const { data } = await verify(phone, (await inbox.next(phone)).code)
		expect(data.user?.user_metadata).toEqual({ first_name: 'Ana' })
		await server.authClient().signInWithOtp({ phone, options: { data: { first_name: 'Otro' } } })
		const again = await verify(phone, (await inbox.next(phone)).code)
		expect(again.data.user?.user_metadata).toEqual({ first_name: 'Ana' })
	})

	it('lies where no caller reads', async () => {
		const person = await server.person()
		const claims = JSON.parse(atob(person.accessToken.split('.')[1] as string))
		const asked: Caller[] = [
			{ role: 'anon' },
			{ role: 'service_role' },
			{ role: 'authenticated', userId: person.userId, sessionId: claims.session_id, claims },
		]
		for (const caller of asked) {
			for (const table of ['faro.one_time_codes', 'auth.mfa_amr_claims']) {
				const reading = server.database.runAs(caller, { text: `select * from ${table}` })
				await expect(reading).rejects.toMatchObject({ code: '42501' })
			}
		}
	})

	it('is stored as a hash', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		const rows = await server.database.query({
			text: 'select code_hash, link_hash from faro.one_time_codes where subject = $1',
			values: [phone.slice(1)],
		})
		expect(JSON.stringify(rows)).not.toContain(code)
	})

	it('of a person who is shut out opens nothing', async () => {
		const phone = newPhone()
		await verify(phone, await codeFor(phone))
		await server.database.query({
			text: "update auth.users set banned_until = now() + interval '1 hour' where phone = $1",
			values: [phone.slice(1)],
		})
		expect((await verify(phone, await codeFor(phone))).error).toMatchObject({ code: 'user_banned' })
	})

	it('of a deleted person opens nothing', async () => {
		const phone = newPhone()
		const { data } = await verify(phone, await codeFor(phone))
		const code = await codeFor(phone)
		await server.database.query({ text: 'delete from auth.users where id = $1', values: [data.user?.id] })
		expect((await verify(phone, code)).error).toMatchObject(dead)
	})

	it.each([
		['without a number', { type: 'sms', token: '123456' }],
		['without a code', { type: 'sms', phone: '+13055550100' }],
		['of a kind nobody knows', { type: 'magic', phone: '+13055550100', token: '123456' }],
		['for an address where a number belongs', { type: 'sms', email: 'a@example.org', token: '123456' }],
		['for address and number at once', { type: 'recovery', email: 'a@example.org', phone: '+13055550100', token: '1' }],
		['as a list', ['sms']],
	])('%s is refused', async (_, body) => {
		const answer = await server.request('/auth/v1/verify', { method: 'POST', body: JSON.stringify(body) })
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
	})
})

describe('whether there is an account', () => {
	const rowsFor = (subject: string) =>
		server.database.query({
			text: 'select purpose, wrong_tries from faro.one_time_codes where subject = $1',
			values: [subject],
		})

	it('is not told by asking for a code without opening one', async () => {
		const [known, unknown] = [newPhone(), newPhone()]
		await verify(known, await codeFor(known))
		const ask = (phone: string) => server.authClient().signInWithOtp({ phone, options: { shouldCreateUser: false } })
		expect(await ask(known)).toEqual(await ask(unknown))
		expect((await inbox.next(known)).code).toMatch(/^\d{6}$/)
		expect(inbox.count(unknown)).toBe(0)
	})

	it('is not told by recovery, nor by what a guess does afterwards', async () => {
		const { email: known } = await server.person()
		const unknown = newEmail()
		for (const email of [known, unknown])
			expect(await server.authClient().resetPasswordForEmail(email)).toEqual({ data: {}, error: null })
		const { code } = await inbox.next(known)
		const guesses = [known, unknown].map((email) =>
			server.authClient().verifyOtp({ email, token: otherThan(code), type: 'recovery' }),
		)
		const [one, other] = await Promise.all(guesses)
		expect(one).toEqual(other)
		// The same work on both sides: a row each, written by request and guess.
		expect(await rowsFor(known)).toEqual(await rowsFor(unknown))
		expect(inbox.count(unknown)).toBe(0)
	})

	it('is not told by sending again', async () => {
		const { email } = await server.person()
		for (const one of [email, newEmail()]) {
			expect((await server.authClient().resend({ type: 'signup', email: one })).error).toBeNull()
			expect((await server.authClient().resend({ type: 'email_change', email: one })).error).toBeNull()
			expect(inbox.count(one)).toBe(0)
		}
	})

	it('a row that belongs to nobody opens nothing, even with the right code', async () => {
		const phone = newPhone()
		const code = await codeFor(phone)
		await server.database.query({
			text: 'update faro.one_time_codes set user_id = null where subject = $1',
			values: [phone.slice(1)],
		})
		expect((await verify(phone, code)).error).toMatchObject(dead)
	})
})

describe('too much', () => {
	let limited: TestServer
	let mail: Inbox
	beforeAll(async () => {
		limited = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '1', SMS_DAILY_LIMIT: '40' })
		mail = inboxOf(limited)
	})
	afterAll(() => limited.close())

	let hosts = 0
	const newAddress = () => `198.51.100.${++hosts}`
	const post = (path: string, body: object, address: string) =>
		limited.request(`/auth/v1${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: { 'X-Forwarded-For': address },
		})
	/** Lets the minute after each message pass; the hour stays. */
	const passMinute = () => limited.database.query({ text: "delete from faro.rate_limits where key like '%-minute:%'" })

	it('a second text message within the minute is refused, whoever asks for it', async () => {
		const phone = newPhone()
		expect((await post('/otp', { phone }, newAddress())).status).toBe(200)
		const second = await post('/otp', { phone }, newAddress())
		expect(second.status).toBe(429)
		expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
		expect(await second.json()).toMatchObject({ error_code: 'over_sms_send_rate_limit' })
		expect((await post('/recover', { phone }, newAddress())).status).toBe(429)
		expect((await post('/resend', { phone, type: 'sms' }, newAddress())).status).toBe(429)
		expect((await post('/signup', { phone, password: 'una clave larga' }, newAddress())).status).toBe(429)
		expect(mail.count(phone)).toBe(1)
	})

	it('of many requests at once one message goes out', async () => {
		const phone = newPhone()
		const answers = await Promise.all(Array.from({ length: 8 }, () => post('/otp', { phone }, newAddress())))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(mail.count(phone)).toBe(1)
	})

	it('a password is not replaced by a sign-up whose message was refused', async () => {
		const phone = newPhone()
		await post('/signup', { phone, password: 'la de su dueña' }, newAddress())
		expect((await post('/signup', { phone, password: 'la del extraño' }, newAddress())).status).toBe(429)
		await post('/verify', { phone, token: (await mail.next(phone)).code, type: 'sms' }, newAddress())
		const owner = await post('/token?grant_type=password', { phone, password: 'la de su dueña' }, newAddress())
		expect(owner.status).toBe(200)
	})

	it('a sixth text message within the hour is refused', async () => {
		const phone = newPhone()
		for (let sent = 0; sent < 5; sent++) {
			expect((await post('/otp', { phone }, newAddress())).status).toBe(200)
			await passMinute()
		}
		expect((await post('/otp', { phone }, newAddress())).status).toBe(429)
	})

	it('a telephone that nobody has is counted like any other', async () => {
		const phone = newPhone()
		expect((await post('/recover', { phone }, newAddress())).status).toBe(200)
		expect((await post('/recover', { phone }, newAddress())).status).toBe(429)
	})

	it('letters to one mailbox are as scarce', async () => {
		const email = newEmail()
		expect((await post('/recover', { email }, newAddress())).status).toBe(200)
		const second = await post('/recover', { email }, newAddress())
		expect(second.status).toBe(429)
		expect(await second.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
	})

	it('one address cannot write to many', async () => {
		const address = newAddress()
		for (let sent = 0; sent < 20; sent++)
			expect((await post('/recover', { email: newEmail() }, address)).status).toBe(200)
		expect((await post('/recover', { email: newEmail() }, address)).status).toBe(429)
	})

	it('one address cannot guess the codes of many', async () => {
		const address = newAddress()
		const guess = () => post('/verify', { phone: newPhone(), token: '123456', type: 'sms' }, address)
		const answers = await Promise.all(Array.from({ length: 60 }, guess))
		expect(answers.filter(({ status }) => status === 403)).toHaveLength(50)
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
	})

	it('ten wrong passwords close an account for a while, one that does not exist alike', async () => {
		await post('/signup', { email: 'cerrada@example.org', password: 'una clave larga' }, newAddress())
		for (const email of ['cerrada@example.org', 'nadie@example.org']) {
			const guess = () => post('/token?grant_type=password', { email, password: 'adivinada' }, newAddress())
			const answers = await Promise.all(Array.from({ length: 15 }, guess))
			expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
			expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
		}
		const right = { email: 'cerrada@example.org', password: 'una clave larga' }
		expect((await post('/token?grant_type=password', right, newAddress())).status).toBe(429)
	})

	it('right passwords are not counted', async () => {
		const account = { email: newEmail(), password: 'una clave larga' }
		const address = newAddress()
		await post('/signup', account, address)
		for (let times = 0; times < 12; times++)
			expect((await post('/token?grant_type=password', account, address)).status).toBe(200)
	})

	it('an eleventh sign-up from one address is refused', async () => {
		const address = newAddress()
		const signUp = () => post('/signup', { email: newEmail(), password: 'una clave larga' }, address)
		const answers = await Promise.all(Array.from({ length: 11 }, signUp))
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
		expect(await answers.find(({ status }) => status === 429)?.json()).toMatchObject({
			error_code: 'over_request_rate_limit',
		})
	})

	it('past the day’s text messages nobody gets one', async () => {
		await limited.database.query({ text: "update faro.consumption set points = 40 where key like 'sms-day:%'" })
		const answer = await post('/otp', { phone: newPhone() }, newAddress())
		expect(answer.status).toBe(429)
		expect(await answer.json()).toMatchObject({ error_code: 'over_sms_send_rate_limit' })
	})
})
