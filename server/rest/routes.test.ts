// What is not there, what fails, and who may not.
import { describe, expect, it } from 'vitest'
import { restServer, visitor } from './testing.ts'
import { notesForTests, refusal } from './testing-notes.ts'

const given = notesForTests()

describe('what is not there', () => {
	it.each([
		['an unknown table', '/nothing', {}, 404, 'PGRST205'],
		['a table of another schema', '/things', {}, 404, 'PGRST205'],
		['a table with a schema in its name', '/hidden.things', {}, 404, 'PGRST205'],
		['accounts', '/users', {}, 404, 'PGRST205'],
		['PostgreSQL’s own tables', '/pg_class', {}, 404, 'PGRST205'],
		['another schema', '/notes', { headers: { 'Accept-Profile': 'auth' } }, 406, 'PGRST106'],
		['a deeper path', '/notes/1', {}, 404, 'PGRST125'],
		['the description of everything', '/', {}, 404, 'PGRST125'],
		['another method', '/notes', { method: 'PUT', body: '{}' }, 405, 'PGRST117'],
		['another table inside a select', '/notes?select=*,letters_to_us(*)', {}, 400, 'PGRST200'],
		['a sum', '/notes?select=amount.sum()', {}, 400, 'PGRST123'],
		['a query plan', '/notes', { headers: { Accept: 'application/vnd.pgrst.plan+json' } }, 406, 'PGRST107'],
		[
			'an unknown wish of a strict client',
			'/notes',
			{ headers: { Prefer: 'handling=strict, tea=hot' } },
			400,
			'PGRST122',
		],
		['an unknown type to cast to', '/notes?select=id::regclass', {}, 400, '42704'],
		['a table without a grant', '/notes', {}, 401, '42501'],
		['writing to a view that cannot', '/rpc/add_up', { method: 'DELETE' }, 405, 'PGRST101'],
	])('%s answers in the protocol’s shape', async (_, path, init, status, code) => {
		const answer = await given.server.request(path, init)
		expect(await refusal(answer)).toEqual([status, code])
		expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
	})

	it('hidden by a name with a percent sign or a quote in it finds nothing either', async () => {
		for (const name of ['%zz', 'notes%00', '%22notes%22', "notes'--", '__proto__']) {
			const answer = await given.server.request(`/${name}`)
			expect(await refusal(answer)).toEqual([404, 'PGRST205'])
		}
	})
})

describe('a table made while the server runs', () => {
	it('is found, with a column made later still', async () => {
		let now = 1_000_000
		const fresh = await restServer('', () => now)
		const early = () => fresh.client().from('early').select()
		expect((await early()).error?.code).toBe('PGRST205')
		await fresh.pool.query('create table public.early (id integer); grant select on public.early to anon')
		now += 3000
		expect((await early()).data).toEqual([])
		await fresh.pool.query('alter table public.early rename id to number')
		now += 3000
		expect((await fresh.client().from('early').select('number')).data).toEqual([])
		await fresh.close()
	})
})

describe('a failure', () => {
	it('of the server tells the caller nothing, and the log where it was', async () => {
		const { status, error } = await given.server.client().rpc('fail_with', { state: 'XX000' })
		expect([status, error]).toEqual([
			500,
			{ code: 'PGRSTX00', message: 'Internal server error', details: null, hint: expect.stringContaining('falló') },
		])
		expect(given.server.logged()).toContain('XX000')
		expect(given.server.logged()).not.toContain('secret inside')
	})

	it('that a statement took too long is the client’s', async () => {
		const { status, error } = await given.server.client().rpc('fail_with', { state: '57014' })
		expect([status, error?.code]).toEqual([400, '57014'])
	})

	it('raised on purpose comes through', async () => {
		const { status, error } = await given.server.client().rpc('fail_with', { state: 'P0001' })
		expect([status, error?.message]).toEqual([400, 'secret inside'])
	})
})

describe('a session', () => {
	it('that has ended opens nothing, neither to read nor to write', async () => {
		const gone = await given.server.person()
		await given.server.pool.query('delete from auth.sessions where id = $1', [gone.sessionId])
		const read = await given.server.client(gone).from('notes').select()
		expect([read.status, read.error?.code]).toEqual([401, 'PGRST301'])
		const write = await given.server.client(gone).from('notes').insert({ title: 'x' })
		expect([write.status, write.error?.hint]).toEqual([
			401,
			'Tu sesión ha expirado. Por favor inicia sesión nuevamente.',
		])
	})

	it('of a visitor gets 401 where a person gets 403', async () => {
		expect((await given.server.client(visitor).from('notes').select()).status).toBe(401)
		expect((await given.server.client(given.ana).from('letters_to_us').select()).status).toBe(403)
	})
})
