import { describe, expect, test } from 'vitest'
import { parseStoredSession, sessionKey } from './stored-session.ts'

const id = '11111111-1111-4111-8111-111111111111'
const session = (user: object) => JSON.stringify({ access_token: 'x', user: { id, email: 'ana@example.com', ...user } })

test.each([
	['localhost', 'sb-localhost-auth-token'],
	['127.0.0.1', 'sb-127-auth-token'],
	['faro.example.org', 'sb-faro-auth-token'],
])('the session of %s lies under %s', (host, key) => {
	expect(sessionKey(host)).toBe(key)
})

describe('who the stored session is about', () => {
	test('the names given at sign-up count while no profile is known', () => {
		const stored = session({ user_metadata: { first_name: 'Ana', last_name: 'Ruiz' } })
		expect(parseStoredSession(stored, '', 'Usuario')).toEqual({
			userId: id,
			email: 'ana@example.com',
			displayName: 'Ana Ruiz',
		})
	})

	test('the names of the profile win', () => {
		const names = JSON.stringify({ userId: id, firstName: 'Anita', lastName: null })
		expect(parseStoredSession(session({ user_metadata: { first_name: 'Ana' } }), names, 'Usuario')?.displayName).toBe(
			'Anita',
		)
	})

	test("another person's names are not used", () => {
		const names = JSON.stringify({ userId: 'somebody else', firstName: 'Berta', lastName: null })
		expect(parseStoredSession(session({}), names, 'Usuario')?.displayName).toBe('ana')
	})

	test('a person without e-mail and names is "Usuario"', () => {
		expect(parseStoredSession(session({ email: '' }), '', 'Usuario')).toEqual({
			userId: id,
			email: null,
			displayName: 'Usuario',
		})
	})

	test.each(['', 'null', '[]', '"x"', '{', '{"user":{}}', '{"user":{"id":5}}'])('%j is nobody', (stored) => {
		expect(parseStoredSession(stored, '', 'Usuario')).toBeNull()
	})
})
