// Somebody asks for a code: may they, and then a new one on its way to whoever has that address or number.
import type { Codes, Details, Purpose } from './codes.ts'
import { type Delivery, isEmail, type MessageKind } from './delivery.ts'
import { AuthError } from './errors.ts'
import type { Links } from './links.ts'
import type { Rates } from './rates.ts'
import type { VerificationType } from './schemas.ts'

export type CodeRequest = {
	purpose: Purpose
	to: string
	/** Null: nobody has it. Everything happens as always, but for the message. */
	userId: string | null
	kind: MessageKind
	/** What the link in the message says it is. */
	type: VerificationType
	details?: Details
	/** Where the link leads in the end, when the one who asked said so. */
	redirectTo?: string | undefined
	/** The answer must not tell whether there is an account: it does not wait for the message to go out. */
	isQuiet?: boolean
}

export type CodeRequests = ReturnType<typeof createCodeRequests>

type Parts = { codes: Codes; delivery: Delivery; rates: Rates; links: Links }

export function createCodeRequests({ codes, delivery, rates, links }: Parts) {
	return {
		/** Throws when this installation cannot reach `to`, or when it is too soon. */
		async allow(to: string, address: string): Promise<void> {
			delivery.checkPossible(to)
			await (isEmail(to) ? rates.mail(to, address) : rates.text(to, address))
		},

		async send({ purpose, to, userId, kind, type, details = {}, redirectTo, isQuiet }: CodeRequest): Promise<void> {
			const subject = purpose === 'reauthentication' && userId ? userId : to
			const { code, link } = await codes.issue({ purpose, subject, userId, details })
			if (userId === null) return
			const message = { to, kind, code, link: links.verifying(link, type, redirectTo) }
			if (isQuiet) return delivery.sendLater(message)
			try {
				await delivery.send(message)
			} catch (error) {
				if (error instanceof AuthError) await rates.forgetMessage(to)
				throw error
			}
		},
	}
}

/** What a PKCE client will have to prove later, as `details` keep it. */
export function challengeOf(input: {
	code_challenge?: string | undefined
	code_challenge_method?: 's256' | 'plain' | undefined
}): Pick<Details, 'challenge'> {
	const { code_challenge: value, code_challenge_method: method = 'plain' } = input
	return value ? { challenge: { value, method } } : {}
}
