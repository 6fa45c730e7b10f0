import { describe, expect, it } from 'vitest'
import { parseBody } from './parse-body.ts'
import { parseAccept } from './parse-media.ts'
import { affectedLimit, parsePreferences } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import { parseWindow } from './parse-window.ts'

const parse = (text: string, range?: string) => parseQuery('notes', new URLSearchParams(text), range)
const field = (column: string, ...path: { key: string | number; asText: boolean }[]) => ({ column, path })
const refusal = (code: string, message?: RegExp) =>
	expect.objectContaining({ code, message: message ? expect.stringMatching(message) : expect.any(String) })
const failure = (attempt: () => unknown) => {
	try {
		return attempt()
	} catch (error) {
		return error
	}
}

describe('select', () => {
	it('is everything when nothing is said', () => {
		expect(parse('').select).toEqual([{ kind: 'everything' }])
		expect(parse('select=').select).toEqual([{ kind: 'everything' }])
	})

	it('reads columns, new names, casts and ways into JSON', () => {
		expect(parse('select=id, short:title ,data->a->>0::int,"odd, name"::text,my-column').select).toEqual([
			{ kind: 'field', field: field('id') },
			{ kind: 'field', alias: 'short', field: field('title') },
			{
				kind: 'field',
				cast: 'int',
				field: field('data', { key: 'a', asText: false }, { key: 0, asText: true }),
			},
			{ kind: 'field', cast: 'text', field: field('odd, name') },
			{ kind: 'field', field: field('my-column') },
		])
	})

	it('takes a number for a position only where the step ends with it', () => {
		expect(parse('select=data->-1->2nd').select).toMatchObject([
			{ field: field('data', { key: -1, asText: false }, { key: '2nd', asText: false }) },
		])
	})

	it.each([
		['id,', 'PGRST100'],
		[',id', 'PGRST100'],
		['id title;', 'PGRST100'],
		['id::', 'PGRST100'],
		['id->', 'PGRST100'],
		['"open', 'PGRST100'],
		['users(*)', 'PGRST200'],
		['owner:users!inner(*)', 'PGRST200'],
		['...users(name)', 'PGRST200'],
		['count()', 'PGRST123'],
		['amount.sum()', 'PGRST123'],
		[Array.from({ length: 101 }, () => 'id').join(), 'PGRST100'],
		[`data${'->a'.repeat(21)}`, 'PGRST100'],
	])('%s is refused', (text, code) => {
		expect(failure(() => parse(`select=${encodeURIComponent(text)}`))).toEqual(refusal(code))
	})
})

describe('a condition', () => {
	it('reads a filter with its negation', () => {
		expect(parse('title=not.eq.a.b,c').conditions).toEqual([
			{
				kind: 'filter',
				field: field('title'),
				isNegated: true,
				operation: { kind: 'compare', operator: 'eq', value: 'a.b,c' },
			},
		])
	})

	it.each([
		['in.(a,"b,c","d\\"e\\\\f", g)', { kind: 'in', values: ['a', 'b,c', 'd"e\\f', 'g'] }],
		['in.("a"b,"c")', { kind: 'in', values: ['"a"b', 'c'] }],
		['in.()', { kind: 'in', values: [] }],
		['is.NULL', { kind: 'is', value: 'null' }],
		['is.not_null', { kind: 'is', value: 'not_null' }],
		['like(any).{a*,b*}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
		['gte(all).{1,2}', { kind: 'compare', operator: 'gte', quantifier: 'all', value: '{1,2}' }],
		['wfts(spanish).visa U', { kind: 'search', operator: 'wfts', configuration: 'spanish', value: 'visa U' }],
		['fts.visa', { kind: 'search', operator: 'fts', value: 'visa' }],
		['eq.', { kind: 'compare', operator: 'eq', value: '' }],
	])('reads %s', (text, operation) => {
		expect(parse(`title=${encodeURIComponent(text)}`).conditions).toMatchObject([{ operation }])
	})

	it('reads a tree', () => {
		const text = '(a.eq.1,not.and(b.in.(2,3), c.cs.{x,y}),d.not.is.null,e.eq."f,g)",and.eq.1)'
		const filter = (column: string, operation: object, isNegated = false) => ({
			kind: 'filter',
			field: field(column),
			isNegated,
			operation,
		})
		expect(parse(`not.or=${encodeURIComponent(text)}`).conditions).toEqual([
			{
				kind: 'or',
				isNegated: true,
				members: [
					filter('a', { kind: 'compare', operator: 'eq', value: '1' }),
					{
						kind: 'and',
						isNegated: true,
						members: [
							filter('b', { kind: 'in', values: ['2', '3'] }),
							filter('c', { kind: 'compare', operator: 'cs', value: '{x,y}' }),
						],
					},
					filter('d', { kind: 'is', value: 'null' }, true),
					filter('e', { kind: 'compare', operator: 'eq', value: 'f,g)' }),
					filter('and', { kind: 'compare', operator: 'eq', value: '1' }),
				],
			},
		])
	})

	it('says where it stopped understanding', () => {
		expect(failure(() => parse('id=equals.1'))).toMatchObject({
			status: 400,
			code: 'PGRST100',
			message: '"failed to parse filter (equals.1)" (line 1, column 1)',
			details: 'unexpected "e" expecting "not" or operator (eq, gt, ...)',
		})
	})

	it.each([
		'or=',
		'or=()',
		'or=(id.eq.1',
		'or=(id.eq.1))',
		'or=(id.eq.1,)',
		'or=id.eq.1',
		'and=(xor(id.eq.1,id.eq.2))',
		'id=in.1,2',
		'id=in.(1,2',
		'id=is.maybe',
		'id=not.not.eq.1',
		'id=cs(any).{1}',
		'id=fts(a;b).c',
		'id=fts(1).c',
		'id->=eq.1',
		'=eq.1',
	])('%s is refused', (text) => {
		expect(failure(() => parse(text))).toEqual(refusal('PGRST100'))
	})
})

describe('order', () => {
	it('reads directions and where nulls go', () => {
		expect(parse('order=a,b.desc,c.asc.nullsfirst,d.nullslast,e->>f.desc').order).toMatchObject([
			{ field: field('a'), direction: 'asc' },
			{ field: field('b'), direction: 'desc' },
			{ field: field('c'), direction: 'asc', nulls: 'first' },
			{ field: field('d'), direction: 'asc', nulls: 'last' },
			{ field: field('e', { key: 'f', asText: true }), direction: 'desc' },
		])
	})

	it.each(['a.up', 'a.desc.asc', 'a,', 'a.desc;drop', 'users(name)'])('%s is refused', (text) => {
		expect(failure(() => parse(`order=${encodeURIComponent(text)}`))).toHaveProperty('status', 400)
	})
})

describe('the window', () => {
	it('is the stretch that limit, offset and the header have in common', () => {
		expect(parseWindow('10', '5')).toEqual({ offset: 5, limit: 10 })
		expect(parseWindow(null, null, '3-7')).toEqual({ offset: 3, limit: 5 })
		expect(parseWindow(null, null, 'items=3-')).toEqual({ offset: 3, limit: undefined })
		expect(parseWindow('10', '5', '8-100')).toEqual({ offset: 8, limit: 7 })
		expect(parseWindow('2', null, '8-9')).toEqual({ offset: 8, limit: 0 })
	})

	it('passes over a header of another kind', () => {
		expect(parseWindow(null, null, 'bytes=0-5')).toEqual({ offset: 0, limit: undefined })
	})

	it('refuses what is no stretch', () => {
		expect(failure(() => parseWindow('-1', null))).toEqual(refusal('PGRST103'))
		expect(failure(() => parseWindow(null, '-1'))).toEqual(refusal('PGRST103'))
		expect(failure(() => parseWindow(null, null, '5-1'))).toEqual(refusal('PGRST103'))
		expect(failure(() => parseWindow('1e3', null))).toEqual(refusal('PGRST100'))
		expect(failure(() => parseWindow('9'.repeat(30), null))).toEqual(refusal('PGRST100'))
	})
})

describe('preferences', () => {
	it('are read from one header, the first of each kind', () => {
		const text = 'return=representation,count=exact, resolution=merge-duplicates,return=minimal,tea=hot'
		expect(parsePreferences(text)).toEqual({
			return: 'representation',
			count: 'exact',
			resolution: 'merge-duplicates',
		})
	})

	it('limit what a write may touch only for a strict client', () => {
		expect(affectedLimit(parsePreferences('handling=strict,max-affected=3'))).toBe(3)
		expect(affectedLimit(parsePreferences('max-affected=3'))).toBeUndefined()
	})

	it('nobody knows are refused for a strict client', () => {
		expect(failure(() => parsePreferences('handling=strict,return=everything,constructor=x'))).toMatchObject({
			code: 'PGRST122',
			details: 'Invalid preferences: return=everything, constructor=x',
		})
	})
})

describe('the form of the answer', () => {
	it('is the first of the wishes that we have', () => {
		expect(parseAccept()).toMatchObject({ shape: 'array' })
		expect(parseAccept('text/html,application/json;q=0.9')).toMatchObject({ shape: 'array' })
		expect(parseAccept('application/vnd.pgrst.object+json;nulls=stripped')).toMatchObject({
			shape: 'object',
			stripsNulls: true,
		})
		expect(parseAccept('text/csv')).toMatchObject({ shape: 'csv' })
	})

	it('is refused when we have none of them', () => {
		expect(failure(() => parseAccept('image/png, application/geo+json'))).toEqual(refusal('PGRST107'))
	})
})

describe('a body', () => {
	it('is handed on as it came, as a list', () => {
		expect(parseBody('{"a":1.0,"b":10000000000000000000001}')).toEqual({
			text: '[{"a":1.0,"b":10000000000000000000001}]',
			keys: ['a', 'b'],
			isSingle: true,
			rows: 1,
		})
		expect(parseBody('[{"a":1},{"a":2}]')).toMatchObject({ keys: ['a'], isSingle: false, rows: 2 })
	})

	it('may have rows with different keys where the client names those that count', () => {
		expect(parseBody('[{"a":1},{"b":2}]', ['a', 'b'])).toMatchObject({ keys: ['a', 'b'] })
		expect(failure(() => parseBody('[{"a":1},{"b":2}]'))).toEqual(refusal('PGRST102', /must match/))
	})

	it('may hold brackets in its texts, but not too many around one another', () => {
		expect(parseBody(JSON.stringify({ a: `${'['.repeat(500)}\\"[` })).rows).toBe(1)
		expect(failure(() => parseBody(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toEqual(refusal('PGRST102'))
	})

	it('keeps keys that mean something to JavaScript', () => {
		expect(parseBody('{"__proto__":1,"constructor":2}').keys).toEqual(['__proto__', 'constructor'])
	})

	it.each(['', '{', 'null', '3', '"text"', '[1]', '[null]', '[[]]', '{"a":1}{"b":2}', "{'a':1}"])(
		'%s is refused',
		(text) => {
			expect(failure(() => parseBody(text))).toEqual(refusal('PGRST102'))
		},
	)
})
