import { describe, expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import { failureText, fieldError, isEmailTaken, problemText } from './account-errors.ts'

const failed = (code: string, status = 400, cause?: unknown) => new BackendError(code, status, cause)

test.each([
	['name_required', 'Por favor ingresa tu nombre'],
	['email_required', 'Por favor ingresa tu correo electrónico'],
	['email_invalid', 'Por favor ingresa un correo válido'],
	['password_too_short', 'La contraseña debe tener al menos 6 caracteres'],
] as const)('%s is said in the words of the specification', (problem, text) => {
	expect(problemText(problem)).toBe(text)
})

describe('a refused password', () => {
	test.each([
		[{ reasons: ['length'] }, 'La contraseña debe tener al menos 6 caracteres'],
		[{ reasons: [] }, 'La contraseña debe tener al menos 6 caracteres'],
		[undefined, 'La contraseña debe tener al menos 6 caracteres'],
		[{ reasons: ['pwned'] }, 'Esa contraseña es muy común. Elige otra.'],
		[{ reasons: ['common'] }, 'Esa contraseña es muy común. Elige otra.'],
	])('%j is told beside its field', (cause, text) => {
		expect(fieldError(failed('weak_password', 422, cause))).toEqual({ field: 'password', text })
	})
})

test('an e-mail the server does not take is told beside its field', () => {
	expect(fieldError(failed('email_address_invalid'))).toEqual({
		field: 'email',
		text: 'Por favor ingresa un correo válido',
	})
	expect(fieldError(failed('invalid_credentials'))).toBeNull()
})

test.each(['user_already_exists', 'email_exists'])('%s means that there is an account', (code) => {
	expect(isEmailTaken(failed(code, 422))).toBe(true)
})

describe('a failure of the whole form', () => {
	test.each([
		['invalid_credentials', 400, /correo o la contraseña no son correctos/],
		['unreachable', 0, /^Error de conexión/],
		['over_request_rate_limit', 429, /^Se ha excedido el límite/],
		['unexpected_failure', 500, /^Algo falló de nuestro lado/],
		['constructor', 400, /^Algo falló de nuestro lado/],
	])('%s', (code, status, text) => {
		expect(failureText(failed(code, status))).toMatch(text)
	})
})
