// Text messages through Twilio's HTTP API, or a service that speaks it (TWILIO_BASE_URL).
import { z } from 'zod'
import type { Config } from '../config.ts'
import { MessageFailure } from './failure.ts'

export type TextMessage = { to: string; text: string }

const refusalSchema = z.object({ code: z.number().int() })

/** Sends or throws a MessageFailure; `timeoutMs` is for the whole call. */
export function twilioSender(account: NonNullable<Config['twilio']>, timeoutMs: number) {
	const { accountSid, authToken, from, baseUrl } = account
	const address = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
	const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
	const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

	return async function send({ to, text }: TextMessage): Promise<void> {
		const answer = await fetch(address, {
			method: 'POST',
			headers: { Authorization: authorization },
			body: new URLSearchParams({ To: to, Body: text, ...sender }),
			// Followed, it would carry the account's password somewhere else.
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		}).catch((error: Error) => {
			throw new MessageFailure('unreachable', `twilio ${error.name}`, { mayPass: true })
		})
		if (!answer.ok) throw await failureOf(answer)
		await answer.body?.cancel()
	}
}

async function failureOf(answer: Response): Promise<MessageFailure> {
	const { status } = answer
	const refusal = refusalSchema.safeParse(await answer.json().catch(() => undefined))
	const detail = `twilio ${refusal.success ? refusal.data.code : status}`
	if (status === 429 || status >= 500) return new MessageFailure('unreachable', detail, { mayPass: true })
	// 401, 403 and 404 are about the account, which is the operator's to repair.
	return new MessageFailure(status === 400 ? 'refused' : 'unreachable', detail)
}
