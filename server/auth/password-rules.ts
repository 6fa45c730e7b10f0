// Which passwords are taken: 6 characters as the specification says, and none of those that everybody tries first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuthError } from './errors.ts'

/** Shortest password the specification allows. */
export const shortestPassword = 6

const list = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
const commonPasswords: ReadonlySet<string> = new Set(list.trim().split('\n'))

export function checkStrength(password: string): void {
	if (password.length < shortestPassword) refuse('length', undefined)
	if (isCommon(password))
		refuse('pwned', 'Password is known to be weak and easy to guess, please choose a different one.')
}

/** True for one of the most common passwords, however it is capitalised. */
export function isCommon(password: string): boolean {
	return commonPasswords.has(password.trim().normalize().toLowerCase())
}

function refuse(reason: 'length' | 'pwned', message: string | undefined): never {
	throw new AuthError('weak_password', message, { weak_password: { reasons: [reason] } })
}
