import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asRestError, describeFailure, mayBeOutdated, RestError, restError } from './errors.ts'

function databaseError(code: string, more: Partial<pg.DatabaseError> = {}): pg.DatabaseError {
	return Object.assign(new pg.DatabaseError('what the database says', 0, 'error'), { code, ...more })
}
const visitor = { role: 'anon' } as const
const operator = { role: 'service_role' } as const

describe('an error of the database', () => {
	it.each([
		['23505', 409],
		['23503', 409],
		['23502', 400],
		['23514', 400],
		['22P02', 400],
		['22001', 400],
		['42703', 400],
		['42P01', 404],
		['42883', 404],
		['42501', 403],
		['25006', 405],
		['P0001', 400],
		['0LP01', 403],
		['28000', 403],
		['ZZZZZ', 400],
	])('%s is answered with %d and its own words', (code, status) => {
		const told = asRestError(databaseError(code, { detail: 'why', hint: 'do this' }), operator)
		expect([told.status, told.toJSON()]).toEqual([
			status,
			{ code, message: 'what the database says', details: 'why', hint: 'do this' },
		])
	})

	it('that leaves room for a hint gets one in Spanish', () => {
		expect(asRestError(databaseError('23505'), operator).hint).toBe('Eso ya está registrado.')
		expect(asRestError(databaseError('42501'), visitor)).toMatchObject({
			status: 401,
			hint: 'Inicia sesión para continuar.',
		})
	})

	// A client can bring these about: rows twice in an upsert, a value too long for an index, a view nobody can write to,
	// a slow pattern, two writes that wait for one another.
	it.each(['21000', '54000', '54001', '55000', '57014', '40P01', '40001'])('%s is not a server error', (code) => {
		expect(asRestError(databaseError(code), visitor).status).toBeLessThan(500)
	})

	it.each([
		['XX000', 500],
		['P0002', 500],
		['42P17', 500],
		['58030', 500],
		['53300', 503],
		['57P01', 503],
		['08006', 503],
	])('%s is answered with %d and without a word of it', (code, status) => {
		const told = asRestError(databaseError(code, { detail: 'why', hint: 'do this' }), operator)
		expect(told.status).toBe(status)
		expect(JSON.stringify(told)).not.toMatch(/database says|why|do this/)
	})

	it('that the session has ended is a 401 as clients know it', () => {
		const told = asRestError(databaseError('FM401'), visitor)
		expect([told.status, told.code, told.message]).toEqual([401, 'PGRST301', 'JWT expired'])
	})
})

describe('another error', () => {
	it('of the connection is a 503', () => {
		const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
		for (const error of [
			refused,
			new Error('Connection terminated unexpectedly'),
			new Error('timeout exceeded when trying to connect'),
		]) {
			expect(asRestError(error, visitor).status).toBe(503)
		}
	})

	it('is a 500 that tells nothing, whatever was thrown', () => {
		for (const thrown of [new TypeError('x is undefined'), 'text', null, undefined, { code: 7 }]) {
			const told = asRestError(thrown, visitor)
			expect([told.status, told.code]).toEqual([500, 'PGRSTX00'])
			expect(JSON.stringify(told)).not.toContain('x is undefined')
		}
	})
})

describe('what the log learns', () => {
	it('is where a failure came from, never what somebody wrote', () => {
		const failure = databaseError('XX000', {
			detail: 'Key (email)=(rosa@example.org)',
			table: 'profiles',
			routine: 'f',
		})
		const entry = describeFailure(failure)
		expect(entry).toMatchObject({ sqlState: 'XX000', table: 'profiles', routine: 'f' })
		expect(JSON.stringify(entry)).not.toMatch(/rosa|database says/)
		expect(describeFailure(restError('failed', { cause: failure }))).toMatchObject({ cause: { sqlState: 'XX000' } })
	})
})

describe('the catalogue may be outdated', () => {
	it('after an unknown name, not after anything else', () => {
		expect(mayBeOutdated(restError('unknown_table'))).toBe(true)
		expect(mayBeOutdated(databaseError('42703'))).toBe(true)
		expect(mayBeOutdated(databaseError('23505'))).toBe(false)
		expect(mayBeOutdated(new Error('42703'))).toBe(false)
	})
})

it('every named case says something in Spanish', () => {
	const error = restError('unreadable_query')
	expect(error).toBeInstanceOf(RestError)
	expect(error.hint).toMatch(/[áéíóú]/)
})
