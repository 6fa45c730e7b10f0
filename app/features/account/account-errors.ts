// What a failed sign-in or registration means to the person, by the code of the answer.

import type { AccountProblem } from '../../../contracts/account.ts'
import { type BackendError, commonErrorText } from '../../backend/errors.ts'
import { m } from '../../i18n/messages.ts'

export type AccountField = 'name' | 'email' | 'password'

/** The sentence for what a schema found wrong with a field. */
export function problemText(problem: AccountProblem): string {
	return problemTexts[problem]()
}

/** An error that belongs beside one field; null for everything else. */
export function fieldError({ code, cause }: BackendError): { field: AccountField; text: string } | null {
	if (code === 'email_address_invalid') return { field: 'email', text: m.account_email_invalid() }
	if (code !== 'weak_password') return null
	const { reasons } = (cause ?? {}) as { reasons?: unknown }
	const isShort = !Array.isArray(reasons) || reasons.length === 0 || reasons.includes('length')
	return { field: 'password', text: isShort ? m.account_password_too_short() : m.account_password_common() }
}

export function isEmailTaken({ code }: BackendError): boolean {
	return code === 'user_already_exists' || code === 'email_exists'
}

/** What happened and what to do, for an error of the whole form. */
export function failureText(error: BackendError): string {
	return commonErrorText(error) ?? failureTexts.get(error.code)?.() ?? m.account_failed_unknown()
}

const problemTexts: Record<AccountProblem, () => string> = {
	name_required: m.account_name_required,
	name_too_long: m.account_name_too_long,
	email_required: m.account_email_required,
	email_invalid: m.account_email_invalid,
	password_too_short: m.account_password_too_short,
	password_too_long: m.account_password_too_long,
}

const failureTexts = new Map([
	['invalid_credentials', m.account_wrong_password],
	['email_not_confirmed', m.account_email_not_confirmed],
	['user_banned', m.account_banned],
	['signup_disabled', m.account_sign_up_closed],
])
