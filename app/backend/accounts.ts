// Opening an account and signing in with e-mail and password.
import type { RegistrationInput, SignInInput } from '../../contracts/account.ts'
import { backendError } from './errors.ts'
import { loadBackend } from './session.ts'

export async function signInByEmail({ email, password }: SignInInput): Promise<void> {
	const { auth } = await loadBackend()
	const { error } = await auth.signInWithPassword({ email, password })
	if (error) throw backendError(error)
}

/** Opens an account; where e-mails have to be confirmed first, nobody is signed in yet. */
export async function registerByEmail({
	name,
	email,
	password,
}: RegistrationInput): Promise<'signed in' | 'to be confirmed'> {
	const { auth } = await loadBackend()
	const { data, error } = await auth.signUp({ email, password, options: { data: { first_name: name } } })
	if (error) throw backendError(error)
	return data.session ? 'signed in' : 'to be confirmed'
}
