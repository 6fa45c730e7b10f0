import { describe, expect, test } from 'vitest'
import { BackendError, backendError, commonErrorText, isSessionEnd, isUnreachable } from './errors.ts'

const shapeOf = (cause: unknown, status?: number) => {
	const error = backendError(cause, status)
	return [error.code, error.status]
}

describe('one shape for every base', () => {
	test.each([
		[
			'an account error',
			{ name: 'AuthApiError', code: 'invalid_credentials', status: 400 },
			undefined,
			['invalid_credentials', 400],
		],
		[
			'a table error, its status apart',
			{ code: '23505', message: 'duplicate', details: null, hint: null },
			409,
			['23505', 409],
		],
		['a function error, its status apart', { error: 'Falta', code: 'empty_message' }, 400, ['empty_message', 400]],
		['an answer without a code', {}, 418, ['unknown', 418]],
		[
			'a service this installation lacks',
			{ name: 'AuthRetryableFetchError', status: 501 },
			undefined,
			['not_offered', 501],
		],
		['a service that names what it lacks', { code: 'speech_unavailable' }, 501, ['speech_unavailable', 501]],
		['an answer that is no object', 'x', 500, ['unknown', 500]],
		['no answer at all', new TypeError('Failed to fetch'), undefined, ['unreachable', 0]],
		['a time-out', new DOMException('late', 'TimeoutError'), undefined, ['unreachable', 0]],
		['a proxy that finds nobody home', { code: 'x' }, 503, ['unreachable', 503]],
		['a stop by the person', new DOMException('stopped', 'AbortError'), undefined, ['stopped', 0]],
	])('%s', (_name, cause, status, shape) => {
		expect(shapeOf(cause, status)).toEqual(shape)
	})

	test('an error in that shape stays what it is', () => {
		const error = new BackendError('x', 400)
		expect(backendError(error, 500)).toBe(error)
	})

	test('the cause is kept', () => {
		const cause = { code: 'weak_password', status: 422, reasons: ['length'] }
		expect(backendError(cause).cause).toBe(cause)
	})
})

describe('whether the person has to sign in again', () => {
	test.each([
		[new BackendError('PGRST303', 401), true],
		[new BackendError('session_not_found', 403), true],
		[new BackendError('refresh_token_not_found', 400), true],
		[new BackendError('session_expired', 500), true],
		[new BackendError('invalid_credentials', 400), false],
		[new BackendError('42501', 403), false],
		[new BackendError('unreachable', 0), false],
		[new Error('session_not_found'), false],
	])('%s %s', (error, isEnd) => {
		expect(isSessionEnd(error)).toBe(isEnd)
	})
})

describe('sentences every screen shares', () => {
	test('a missing connection and too many requests have one each', () => {
		expect(commonErrorText(new BackendError('unreachable', 0))).toMatch(/^Error de conexión/)
		expect(commonErrorText(new BackendError('rate_limited', 429))).toMatch(/^Se ha excedido el límite/)
		expect(commonErrorText(new BackendError('over_request_rate_limit', 400))).toMatch(/^Se ha excedido el límite/)
	})

	test('everything else is left to the screen', () => {
		expect(commonErrorText(new BackendError('invalid_credentials', 400))).toBeNull()
		expect(commonErrorText(new Error('Failed to fetch'))).toBeNull()
		expect(isUnreachable(new Error('unreachable'))).toBe(false)
	})
})
