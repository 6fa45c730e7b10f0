// Puts codes and links into messages and hands them to mail or telephone. Whether a message went out is told to the one
// who asked only where that does not say whether an account exists.
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MessageFailure } from '../messages/failure.ts'
import type { Messenger } from '../messages/messenger.ts'
import {
	codeLetter,
	codeText,
	confirmEmailLetter,
	emailChangeLetter,
	invitationLetter,
	type Letter,
	recoveryLetter,
} from '../messages/templates.ts'
import { codeMinutes, linkMinutes } from './codes.ts'
import { AuthError } from './errors.ts'

const drainMs = 5000

export type MessageKind = 'code' | 'confirm' | 'recovery' | 'email_change' | 'invitation'

export type Outgoing = {
	/** An e-mail address, or the digits of a number with its country code. */
	to: string
	/** What a mail is about; a text message carries the code whatever it is about. */
	kind: MessageKind
	code: string
	/** Address of the page that does the same as typing the code. */
	link: string
}

export type Delivery = ReturnType<typeof createDelivery>

export function createDelivery(messenger: Messenger, log: Logger) {
	const underWay = new Set<Promise<void>>()

	const hand = ({ to, kind, code, link }: Outgoing) =>
		isEmail(to)
			? messenger.sendMail({ to, ...letterFor(kind, code, link) })
			: messenger.sendText({ to: `+${to}`, text: codeText({ code, minutes: codeMinutes }) })

	return {
		/** Throws when no message can reach `to` from this installation. */
		checkPossible(to: string): void {
			if (isEmail(to) && !messenger.canMail) throw new AuthError('email_provider_disabled')
			if (!isEmail(to) && !messenger.canText) throw new AuthError('phone_provider_disabled')
		},

		canText: messenger.canText,

		canReach: (to: string) => (isEmail(to) ? messenger.canMail : messenger.canText),

		async send(message: Outgoing): Promise<void> {
			await hand(message).catch((error: unknown) => {
				if (!(error instanceof MessageFailure)) throw error
				const isMail = isEmail(message.to)
				if (error.code === 'no_provider')
					throw new AuthError(isMail ? 'email_provider_disabled' : 'phone_provider_disabled')
				throw new AuthError(isMail ? 'email_send_failed' : 'sms_send_failed', undefined, { cause: error })
			})
		},

		/** The answer does not wait: it would come later where there is an account. */
		sendLater(message: Outgoing): void {
			const sending = setImmediate()
				.then(() => hand(message))
				.catch((error) => {
					// The messenger has logged its own failures.
					if (!(error instanceof MessageFailure)) log.error({ err: error }, 'a message was not sent')
				})
				.finally(() => underWay.delete(sending))
			underWay.add(sending)
		},

		/** Waits for what is under way, within reason. */
		async close(): Promise<void> {
			await Promise.race([Promise.allSettled(underWay), setTimeout(drainMs, undefined, { ref: false })])
		},
	}
}

export function isEmail(to: string): boolean {
	return to.includes('@')
}

function letterFor(kind: MessageKind, code: string, link: string): Letter {
	const parts = { link, minutes: linkMinutes, code, codeMinutes }
	switch (kind) {
		case 'code':
			return codeLetter({ code, minutes: codeMinutes })
		case 'confirm':
			return confirmEmailLetter(parts)
		case 'recovery':
			return recoveryLetter(parts)
		case 'email_change':
			return emailChangeLetter(parts)
		case 'invitation':
			return invitationLetter(parts)
	}
}
