import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { type SmtpServer, smtpServer } from '../testing/smtp-server.ts'
import { type TwilioServer, twilioServer } from '../testing/twilio-server.ts'
import { newEmail, newPhone } from './testing.ts'

let server: TestServer
let smtp: SmtpServer
let twilio: TwilioServer
beforeAll(async () => {
	smtp = await smtpServer()
	twilio = await twilioServer()
	const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'hola@faro.example.org', AUTH_CONFIRM_EMAIL: 'true' }
	server = await testServer({ ...mail, ...twilio.environment, RATE_LIMITS: 'on' })
})
afterAll(async () => {
	await server.close()
	await smtp.close()
	await twilio.close()
})
beforeEach(() => {
	smtp.behave('normal')
	twilio.behave('normal')
})

const password = 'una clave larga'
const textsTo = (phone: string) => twilio.texts.filter(({ to }) => to === phone)

it('a text message carries the code that opens the account', async () => {
	const phone = newPhone()
	await server.authClient().signUp({ phone, password })
	const token = /\b\d{6}\b/.exec(textsTo(phone)[0]?.text ?? '')?.[0] as string
	expect((await server.authClient().verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
})

it('a mail carries link and code, and either opens the account', async () => {
	const [one, other] = [newEmail(), newEmail()]
	for (const email of [one, other]) expect((await server.authClient().signUp({ email, password })).error).toBeNull()
	const textTo = (email: string) => smtp.mails.find(({ to }) => to.includes(email))?.text ?? ''
	const token = /página: (\d{6})/.exec(textTo(one))?.[1] as string
	expect((await server.authClient().verifyOtp({ email: one, token, type: 'signup' })).error).toBeNull()
	const token_hash = new URL(/https?:\S+/.exec(textTo(other))?.[0] as string).searchParams.get('token') as string
	expect((await server.authClient().verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
})

it('a telephone that the provider refuses is said, and may be corrected at once', async () => {
	const phone = newPhone()
	twilio.behave('refuses the recipient')
	const refused = await server.authClient().signUp({ phone, password })
	expect(refused.error).toMatchObject({ status: 422, code: 'sms_send_failed' })
	expect(refused.error?.message).not.toContain(phone.slice(1))
	twilio.behave('normal')
	expect((await server.authClient().signUp({ phone, password })).error).toBeNull()
	expect(textsTo(phone)).toHaveLength(1)
})

it('a mailbox that the provider refuses is said', async () => {
	smtp.behave('refuses the recipient')
	const { error } = await server.authClient().signInWithOtp({ email: newEmail() })
	expect(error).toMatchObject({ status: 422, code: 'email_send_failed' })
})

it('where only an account gets a message it is not told that it was refused', async () => {
	const email = newEmail()
	await server.authClient().signUp({ email, password })
	smtp.behave('refuses the recipient')
	const asks = [
		(one: string) => server.authClient().resetPasswordForEmail(one),
		(one: string) => server.authClient().signInWithOtp({ email: one, options: { shouldCreateUser: false } }),
		(one: string) => server.authClient().resend({ type: 'signup', email: one }),
	]
	for (const ask of asks) {
		await server.database.query({ text: "delete from faro.rate_limits where key like 'mail-%'" })
		const [known, unknown] = await Promise.all([ask(email), ask(newEmail())])
		expect(known.error).toBeNull()
		expect(known).toEqual(unknown)
	}
	await vi.waitFor(() => expect(server.logged()).toContain('message not sent'))
})

it('neither recipient nor code reaches the log or the console', () => {
	expect(server.said().join('\n')).not.toContain('[mensaje]')
	expect(server.logged()).not.toMatch(/1305555\d{4}|persona-\d+@|código/)
})
