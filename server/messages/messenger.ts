// Messages to one person each. Without a provider they are printed where only the operator sees them, or refused.
// Neither recipient nor text reaches a log.
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Config, printsMessages } from '../config.ts'
import { MessageFailure } from './failure.ts'
import { withRetries } from './retry.ts'
import { type Mail, smtpSender } from './smtp.ts'
import { type TextMessage, twilioSender } from './twilio.ts'

export type Messenger = {
	/** Whether mail reaches somebody: through a provider, or on the console of a machine of one's own. */
	canMail: boolean
	canText: boolean
	/** Throws a MessageFailure when it does not go out. */
	sendMail(mail: Mail): Promise<void>
	/** `to` as +13055550100. Throws a MessageFailure when it does not go out. */
	sendText(message: TextMessage): Promise<void>
}

export type MessengerParts = {
	config: Pick<Config, 'mail' | 'twilio' | 'host' | 'consoleMessages'>
	log: Logger
	/** The console, for messages that no provider takes. */
	say(line: string): void
	/** For one attempt; 10 seconds unless told. */
	timeoutMs?: number
	/** Before the second attempt, the third …; two pauses that grow unless told. */
	pausesMs?: readonly number[]
}

const emailSchema = z.email().max(254)
const phoneSchema = z.string().regex(/^\+[1-9]\d{6,14}$/)

export function createMessenger(parts: MessengerParts): Messenger {
	const { config, log, say, timeoutMs = 10_000, pausesMs = [500, 2000] } = parts
	const print = printsMessages(config) ? say : undefined
	const printMail =
		print && (({ to, subject, text }: Mail) => print(`[mensaje] ${to}: ${flat(`${subject} | ${text}`)}`))
	const printText = print && (({ to, text }: TextMessage) => print(`[mensaje] ${to}: ${flat(text)}`))
	const mail = config.mail ? smtpSender(config.mail, timeoutMs) : printMail
	const text = config.twilio ? twilioSender(config.twilio, timeoutMs) : printText

	return {
		canMail: mail !== undefined,
		canText: text !== undefined,
		sendMail: (message) => deliver('mail', emailSchema, mail, message),
		sendText: (message) => deliver('text', phoneSchema, text, message),
	}

	async function deliver<Message extends { to: string }>(
		kind: 'mail' | 'text',
		recipient: z.ZodType,
		send: ((message: Message) => Promise<void> | void) | undefined,
		message: Message,
	): Promise<void> {
		if (!send) throw new MessageFailure('no_provider')
		if (!recipient.safeParse(message.to).success) throw new MessageFailure('refused', 'not a recipient')
		const started = performance.now()
		const ms = () => Math.round(performance.now() - started)
		try {
			const attempts = await withRetries(async () => send(message), pausesMs)
			log.debug({ kind, attempts, ms: ms() }, 'message sent')
		} catch (error) {
			const { code, detail } = error as MessageFailure
			log.error({ kind, code, detail, ms: ms() }, 'message not sent')
			throw error
		}
	}
}

/** On one line, without what a console would take for an order. */
function flat(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
