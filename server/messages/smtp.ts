// Mail through the operator's SMTP server, plain text, one recipient. A password never crosses a network unencrypted.
import { createTransport } from 'nodemailer'
import { isLocal } from '../config.ts'
import { MessageFailure } from './failure.ts'

export type Mail = { to: string; subject: string; text: string }

/** Sends or throws a MessageFailure; `timeoutMs` is for the whole conversation. */
export function smtpSender({ url, from }: { url: string; from: string }, timeoutMs: number) {
	const { hostname, port, protocol, username, password } = new URL(url)
	const isSecure = protocol === 'smtps:'
	const transport = createTransport({
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port) || (isSecure ? 465 : 587),
		secure: isSecure,
		requireTLS: username !== '' && !isLocal(hostname),
		...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
		connectionTimeout: timeoutMs,
		greetingTimeout: timeoutMs,
		dnsTimeout: timeoutMs,
		socketTimeout: timeoutMs,
		disableFileAccess: true,
		disableUrlAccess: true,
	})

	return async function send({ to, subject, text }: Mail): Promise<void> {
		const mail = {
			from,
			// As an object, so that it is never read as a list of addresses.
			to: { name: '', address: to },
			subject,
			text,
			headers: { 'Auto-Submitted': 'auto-generated' },
			signal: AbortSignal.timeout(timeoutMs),
		}
		await transport.sendMail(mail).catch((error) => {
			throw failureOf(error)
		})
	}
}

type SmtpError = { code?: string; responseCode?: number; command?: string }

const passingCodes = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EABORT', 'EPROTOCOL']

function failureOf({ code = 'error', responseCode = 0, command = '' }: SmtpError): MessageFailure {
	const detail = `smtp ${responseCode || code}`
	const isPassing = responseCode === 503 || (responseCode ? responseCode < 500 : passingCodes.includes(code))
	if (isPassing) return new MessageFailure('unreachable', detail, { mayPass: true })
	// A refused password or sender is the operator's to repair and says nothing about the recipient.
	const isAboutRecipient = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
	return new MessageFailure(isAboutRecipient ? 'refused' : 'unreachable', detail)
}
