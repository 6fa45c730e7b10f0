import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Run } from '../database/database.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { catalogueSource, readCatalogue } from './catalogue.ts'

let own: TestDatabase
let query: Run
beforeAll(async () => {
	own = await testDatabase()
	query = createDatabase(own.pool).query
})
afterAll(() => own.close())

describe('the catalogue', () => {
	it('knows the columns of our tables with their types, defaults and key', async () => {
		const table = (await readCatalogue(query)).table('saved_chats')
		expect(table?.primaryKey).toEqual(['id'])
		expect(table?.columns.get('id')).toEqual({
			name: 'id',
			type: 'uuid',
			base: 'uuid',
			default: 'gen_random_uuid()',
		})
		expect(table?.columns.get('created_at')?.type).toBe('timestamp with time zone')
	})

	it('keeps the order of a key of several columns, and names foreign types with their schema', async () => {
		await own.pool.query(`
			create type public."odd ""mood""" as enum ('a');
			create domain public.document as json;
			create table public.pairs (
				a integer, b integer, mood public."odd ""mood""", moods public."odd ""mood"""[], doc public.document,
				gone integer, twice integer generated always as (a * 2) stored, fixed character(3), primary key (b, a)
			);
			alter table public.pairs drop column gone;
		`)
		const table = (await readCatalogue(query)).table('pairs')
		expect(table?.primaryKey).toEqual(['b', 'a'])
		expect([...(table?.columns.values() ?? [])].map(({ name, type, base }) => [name, type, base])).toEqual([
			['a', 'integer', 'int4'],
			['b', 'integer', 'int4'],
			['mood', 'public."odd ""mood"""', 'odd "mood"'],
			['moods', 'public."_odd ""mood"""', '_odd "mood"'],
			['doc', 'public.document', 'json'],
			['twice', 'integer', 'int4'],
			['fixed', 'bpchar', 'bpchar'],
		])
		expect(table?.columns.get('twice')?.default).toBeNull()
	})

	it('knows functions with what they take and give, and no trigger functions', async () => {
		await own.pool.query(`
			create function public.pick(a integer, b text default 'x', out c integer, out d text) language sql
				begin atomic select a, b; end;
			create function public.everything() returns setof public.documents language sql stable
				begin atomic select * from public.documents; end;
			create function public.on_change() returns trigger language plpgsql as 'begin return new; end';
		`)
		const catalogue = await readCatalogue(query)
		const [pick] = catalogue.routines('pick')
		expect(pick).toMatchObject({ isSet: false, isVolatile: true, result: { kind: 'row' } })
		expect(pick?.arguments).toEqual([
			{ name: 'a', type: 'integer', isRequired: true },
			{ name: 'b', type: 'text', isRequired: false },
		])
		const [everything] = catalogue.routines('everything')
		expect(everything).toMatchObject({ isSet: true, isVolatile: false })
		expect(everything?.result.kind === 'row' && [...everything.result.relation.columns.keys()]).toContain('filename')
		expect(catalogue.routines('on_change')).toEqual([])
	})

	it('knows nothing outside of public', async () => {
		const catalogue = await readCatalogue(query)
		for (const name of ['users', 'sessions', 'secrets', 'pg_class', 'toString', '__proto__']) {
			expect(catalogue.table(name)).toBeUndefined()
			expect(catalogue.routines(name)).toEqual([])
		}
	})
})

describe('reading again', () => {
	let now: number
	let reads: number
	const counted: Run = (statement) => {
		reads += 1
		return query(statement)
	}
	beforeEach(() => {
		now = 1_000_000
		reads = 0
	})

	it('happens once for many who ask at the same time', async () => {
		const source = catalogueSource(counted, () => now)
		await Promise.all([source.current(), source.current(), source.current()])
		expect(reads).toBe(1)
	})

	it('is refused for a moment after the last time, then finds a new table', async () => {
		const source = catalogueSource(counted, () => now)
		await source.current()
		await own.pool.query('create table public.late_comer (id integer)')
		now += 2999
		expect(await source.renew()).toBe(false)
		expect((await source.current()).table('late_comer')).toBeUndefined()
		now += 1
		expect(await source.renew()).toBe(true)
		expect((await source.current()).table('late_comer')).toBeDefined()
		expect(reads).toBe(2)
	})

	it('is tried anew after a failure', async () => {
		let fails = true
		const source = catalogueSource(((statement) =>
			fails ? Promise.reject(new Error('away')) : query(statement)) as Run)
		await expect(source.current()).rejects.toThrow('away')
		fails = false
		expect((await source.current()).table('documents')).toBeDefined()
	})
})
