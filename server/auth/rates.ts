// How often somebody may try, in the words of the protocol. Accounts are counted by what was typed, so that one that does
// not exist is counted like any other.
import type { Limits } from '../limits/limits.ts'
import type { RuleName } from '../limits/rules.ts'
import { AuthError, type AuthErrorCode } from './errors.ts'

export type Rates = ReturnType<typeof createRates>

export function createRates(limits: Pick<Limits, 'take' | 'refund'>) {
	async function take(rule: RuleName, key: string, code: AuthErrorCode): Promise<void> {
		const verdict = await limits.take(rule, key)
		if (verdict.isAllowed) return
		const { retryAfterSeconds } = verdict
		const message =
			code === 'over_request_rate_limit'
				? undefined
				: `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`
		throw new AuthError(code, message, { retryAfterSeconds })
	}

	return {
		/** A new account, or a try to find out whether there is one. */
		signUp: (address: string) => take('sign-up-address', address, 'over_request_rate_limit'),

		/**
		 * A guess at a password or code, counted before it is looked at, so that many at once do not slip through. The
		 * answer takes the count back: call it when the guess was right.
		 */
		async guess(address: string, account?: string): Promise<() => Promise<void>> {
			await take('sign-in-address', address, 'over_request_rate_limit')
			if (account) await take('sign-in-account', account, 'over_request_rate_limit')
			return async () => {
				await limits.refund('sign-in-address', address)
				if (account) await limits.refund('sign-in-account', account)
			}
		},

		/** A text message, which costs money. */
		async text(number: string, address: string): Promise<void> {
			const code = 'over_sms_send_rate_limit'
			await take('sms-address-hour', address, code)
			await take('sms-number-minute', number, code)
			await take('sms-number-hour', number, code)
			await take('sms-day', '', code)
		},

		async mail(recipient: string, address: string): Promise<void> {
			const code = 'over_email_send_rate_limit'
			await take('mail-address-hour', address, code)
			await take('mail-account-minute', recipient, code)
			await take('mail-account-hour', recipient, code)
		},

		/** The message did not go out: whoever asked may ask again at once. */
		async forgetMessage(recipient: string): Promise<void> {
			const rules = recipient.includes('@')
				? (['mail-account-minute', 'mail-account-hour'] as const)
				: (['sms-number-minute', 'sms-number-hour'] as const)
			for (const rule of rules) await limits.refund(rule, recipient)
		},
	}
}
