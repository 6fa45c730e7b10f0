import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type SmtpServer, smtpServer } from '../testing/smtp-server.ts'
import { type TwilioServer, twilioServer } from '../testing/twilio-server.ts'
import { createMessenger } from './messenger.ts'
import { codeLetter, codeText, confirmEmailLetter, emailChangeLetter, recoveryLetter } from './templates.ts'

const link = 'https://faro.example.org/auth/v1/verify?token=pkce_1a2b3c4d5e6f&type=signup&redirect_to=%2Fchat'
let smtp: SmtpServer
let twilio: TwilioServer
let logged: string[]
let said: string[]
beforeAll(async () => {
	smtp = await smtpServer()
	twilio = await twilioServer()
})
afterAll(async () => {
	await smtp.close()
	await twilio.close()
})
beforeEach(() => {
	logged = []
	said = []
	smtp.mails.length = 0
	twilio.texts.length = 0
	smtp.behave('normal')
	twilio.behave('normal')
})

function messenger(environment: Record<string, string>, timeoutMs = 5000) {
	return createMessenger({
		config: readConfig(environment),
		log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
		say: (line) => said.push(line),
		timeoutMs,
		pausesMs: [1, 2],
	})
}
const withSmtp = (timeoutMs?: number, more: Record<string, string> = {}) =>
	messenger({ SMTP_URL: smtp.url, MAIL_FROM: 'Faro Migrante <hola@faro.example.org>', ...more }, timeoutMs)
const withTwilio = (timeoutMs?: number) => messenger(twilio.environment, timeoutMs)
const letterTo = (to: string) => ({ to, ...confirmEmailLetter({ link, minutes: 1440 }) })
const textTo = (to: string) => ({ to, text: codeText({ code: '123456', minutes: 10 }) })
const failureOf = (sending: Promise<void>) =>
	sending.then(
		() => 'sent',
		({ code, detail }) => ({ code, detail }),
	)

describe('mail', () => {
	it('reaches the recipient as it was written, the link in one piece', async () => {
		await withSmtp().sendMail(letterTo('rosa@example.org'))
		expect(smtp.mails).toMatchObject([
			{
				from: 'hola@faro.example.org',
				to: ['rosa@example.org'],
				subject: 'Confirma tu correo | Faro Migrante',
			},
		])
		expect(smtp.mails[0]?.text.trim()).toBe(letterTo('').text.trim())
		expect(smtp.mails[0]?.raw).toMatch(/^Auto-Submitted: auto-generated$/m)
		expect(smtp.mails[0]?.raw).toMatch(/^Content-Type: text\/plain/m)
		expect(said).toEqual([])
	})

	it('signs in where the address names a user', async () => {
		const url = smtp.url.replace('//', '//faro:clave%20larga@')
		await withSmtp(undefined, { SMTP_URL: url }).sendMail(letterTo('rosa@example.org'))
		expect(smtp.mails).toHaveLength(1)
	})

	it('is tried again when the server is busy', async () => {
		smtp.behave('busy once')
		await withSmtp().sendMail(letterTo('rosa@example.org'))
		expect(smtp.mails).toHaveLength(1)
	})

	it('fails after three attempts while the server stays busy or silent', async () => {
		smtp.behave('busy')
		const before = smtp.connections()
		expect(await failureOf(withSmtp().sendMail(letterTo('rosa@example.org')))).toEqual({
			code: 'unreachable',
			detail: 'smtp 451',
		})
		smtp.behave('slow')
		expect(await failureOf(withSmtp(50).sendMail(letterTo('rosa@example.org')))).toMatchObject({ code: 'unreachable' })
		expect(smtp.connections() - before).toBe(6)
	})

	it.each([
		['refuses the recipient', 'refused', 'smtp 550'],
		['refuses the sender', 'unreachable', 'smtp 550'],
		['refuses the password', 'unreachable', 'smtp 535'],
	] as const)('is not tried again when the server %s', async (behaviour, code, detail) => {
		smtp.behave(behaviour)
		const before = smtp.connections()
		const sender = withSmtp(undefined, { SMTP_URL: smtp.url.replace('//', '//faro:clave@') })
		expect(await failureOf(sender.sendMail(letterTo('rosa@example.org')))).toEqual({ code, detail })
		expect(smtp.connections() - before).toBe(1)
	})

	it('fails when nobody listens', async () => {
		const sender = messenger({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@faro.example.org' })
		expect(await failureOf(sender.sendMail(letterTo('rosa@example.org')))).toMatchObject({ code: 'unreachable' })
	})

	it.each([
		'rosa@example.org\r\nBcc: juan@example.org',
		'rosa@example.org, juan@example.org',
		'Rosa <rosa@example.org>',
		'rosa@example.org>\r\nRCPT TO:<juan@example.org',
		'rosa',
		'',
	])('to %j is refused before the server hears of it', async (to) => {
		const before = smtp.connections()
		expect(await failureOf(withSmtp().sendMail(letterTo(to)))).toMatchObject({ code: 'refused' })
		expect(smtp.connections()).toBe(before)
	})

	it('takes no header from a subject or a text', async () => {
		const attack = 'Hola\r\nBcc: juan@example.org\r\n\r\nOtro texto'
		await withSmtp().sendMail({
			to: 'rosa@example.org',
			subject: attack,
			text: `${attack}\r\n.\r\nMAIL FROM:<x@y.org>`,
		})
		expect(smtp.mails).toHaveLength(1)
		expect(smtp.mails[0]?.to).toEqual(['rosa@example.org'])
		expect(smtp.mails[0]?.raw.split('\n\n')[0]).not.toMatch(/^bcc:/im)
	})
})

describe('a text message', () => {
	it('reaches the number', async () => {
		await withTwilio().sendText(textTo('+13055550100'))
		expect(twilio.texts).toEqual([
			{
				to: '+13055550100',
				from: '+13055550000',
				text: 'Faro Migrante: tu código es 123456. Dura 10 minutos. No lo compartas.',
			},
		])
	})

	it('is tried again after a 429', async () => {
		twilio.behave('busy once')
		await withTwilio().sendText(textTo('+13055550100'))
		expect(twilio.texts).toHaveLength(1)
	})

	it.each([
		['broken', 3, 'unreachable', 'twilio 500'],
		['slow', 3, 'unreachable', 'twilio TimeoutError'],
		['redirects', 3, 'unreachable', 'twilio TypeError'],
		['refuses the recipient', 1, 'refused', 'twilio 21211'],
		['refuses the password', 1, 'unreachable', 'twilio 20003'],
	] as const)('fails when the provider is %s, after %i attempts', async (behaviour, attempts, code, detail) => {
		twilio.behave(behaviour)
		const before = twilio.requests()
		expect(await failureOf(withTwilio(100).sendText(textTo('+13055550100')))).toEqual({ code, detail })
		expect(twilio.requests() - before).toBe(attempts)
	})

	it.each(['3055550100', '+1305555010a', '+13055550100,+13055550101', ''])('to %j is refused', async (to) => {
		const before = twilio.requests()
		expect(await failureOf(withTwilio().sendText(textTo(to)))).toMatchObject({ code: 'refused' })
		expect(twilio.requests()).toBe(before)
	})
})

describe('without a provider', () => {
	it('a message is one marked line on the console of a machine of one’s own', async () => {
		const { canMail, canText, sendMail, sendText } = messenger({})
		expect([canMail, canText]).toEqual([true, true])
		await sendMail(letterTo('rosa@example.org'))
		await sendText(textTo('+13055550100'))
		expect(said).toEqual([
			expect.stringMatching(/^\[mensaje\] rosa@example\.org: Confirma tu correo [^\n]*$/),
			'[mensaje] +13055550100: Faro Migrante: tu código es 123456. Dura 10 minutos. No lo compartas.',
		])
		expect(said[0]).toContain(` ${link} `)
	})

	it('an order to the console stands on it as plain text', async () => {
		await messenger({}).sendMail({ to: 'rosa@example.org', subject: 'a\u001b[2J\u009b', text: 'b\nc\u0000' })
		expect(said).toEqual(['[mensaje] rosa@example.org: a [2J | b c'])
	})

	it('it is refused on a server that others reach', async () => {
		const { canMail, canText, sendMail, sendText } = messenger({ HOST: '0.0.0.0' })
		expect([canMail, canText]).toEqual([false, false])
		expect(await failureOf(sendMail(letterTo('rosa@example.org')))).toMatchObject({ code: 'no_provider' })
		expect(await failureOf(sendText(textTo('+13055550100')))).toMatchObject({ code: 'no_provider' })
		expect(said).toEqual([])
	})

	it('the operator may want them printed there too', async () => {
		await messenger({ HOST: '0.0.0.0', CONSOLE_MESSAGES: 'on' }).sendText(textTo('+13055550100'))
		expect(said).toHaveLength(1)
	})
})

it('neither recipient, text, code nor link reaches the log, whatever happens', async () => {
	for (const behaviour of ['normal', 'busy once', 'refuses the recipient', 'refuses the sender'] as const) {
		smtp.behave(behaviour)
		await failureOf(withSmtp().sendMail(letterTo('rosa@example.org')))
	}
	for (const behaviour of ['normal', 'busy once', 'broken', 'refuses the recipient'] as const) {
		twilio.behave(behaviour)
		await failureOf(withTwilio().sendText(textTo('+13055550100')))
	}
	await failureOf(messenger({}).sendText(textTo('+13055550100')))
	expect(logged.length).toBeGreaterThan(8)
	expect(logged.join('')).not.toMatch(/rosa|example|3055550100|123456|1a2b3c|Confirma/)
})

describe('the letters', () => {
	const letters = [confirmEmailLetter, recoveryLetter, emailChangeLetter].map((letter) => letter({ link, minutes: 60 }))

	it.each(letters)('“$subject” is short plain text with its link on a line of its own', ({ subject, text }) => {
		expect(subject).toMatch(/^[^\r\n]{10,60}$/)
		expect(text.split('\n')).toContain(link)
		expect(text).toContain('dura 1 hora.')
		expect(text).not.toMatch(/[<>]/)
		expect(text.split(/\s+/).length).toBeLessThan(90)
	})

	it('say how long the link or the code works', () => {
		expect(confirmEmailLetter({ link, minutes: 1440 }).text).toContain('dura 24 horas.')
		expect(codeLetter({ code: '123456', minutes: 10 }).text).toContain('dura 10 minutos.')
	})

	it('and the code fits one text message', () => {
		expect(codeText({ code: '123456', minutes: 10 }).length).toBeLessThanOrEqual(70)
	})
})
