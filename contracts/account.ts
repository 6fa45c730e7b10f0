// What a person fills in to sign in or to open an account by e-mail. A schema names the problem; the page has the
// sentence for it in both languages.
import * as z from 'zod/mini'

export const shortestPassword = 6
export const longestPassword = 256
const longestEmail = 254
const longestName = 100

export type AccountProblem =
	| 'name_required'
	| 'name_too_long'
	| 'email_required'
	| 'email_invalid'
	| 'password_too_short'
	| 'password_too_long'

const problem = (name: AccountProblem) => ({ error: name, abort: true })

const name = z
	.string()
	.check(z.trim(), z.minLength(1, problem('name_required')), z.maxLength(longestName, problem('name_too_long')))

const email = z
	.string()
	.check(
		z.trim(),
		z.toLowerCase(),
		z.minLength(1, problem('email_required')),
		z.maxLength(longestEmail, problem('email_invalid')),
		z.email(problem('email_invalid')),
	)

const password = z
	.string()
	.check(
		z.minLength(shortestPassword, problem('password_too_short')),
		z.maxLength(longestPassword, problem('password_too_long')),
	)

export const signInSchema = z.object({ email, password })
export type SignInInput = z.infer<typeof signInSchema>

export const registrationSchema = z.object({ name, email, password })
export type RegistrationInput = z.infer<typeof registrationSchema>
