// Filters, modifiers and options of `supabase.from()` that the tests of server/rest do not show, on the app's own tables.
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { device, savedChat, signedInDevice } from './clients.ts'

let server: TestServer
let client: SupabaseClient
beforeAll(async () => {
	server = await testServer()
	client = (await signedInDevice(server)).client
	const rows = ['Asilo en Miami', 'Ciudadanía', 'Permiso de trabajo'].map(savedChat)
	expect((await client.from('saved_chats').insert(rows)).error).toBeNull()
})
afterAll(() => server.close())

type Row = { title: string }
const chats = () => client.from('saved_chats').select('title').order('title')
type Chats = ReturnType<typeof chats>

async function titles(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<string[]> {
	const { data, error } = await query
	expect(error).toBeNull()
	return (data as Row[]).map(({ title }) => title)
}

describe('a filter', () => {
	it.each<[string, (query: Chats) => PromiseLike<{ data: unknown; error: unknown }>, string[]]>([
		['notIn', (q) => q.notIn('title', ['Ciudadanía', 'Asilo en Miami']), ['Permiso de trabajo']],
		['isDistinct', (q) => q.isDistinct('title', 'Ciudadanía'), ['Asilo en Miami', 'Permiso de trabajo']],
		['regexMatch', (q) => q.regexMatch('title', '^C.*a$'), ['Ciudadanía']],
		['regexIMatch', (q) => q.regexIMatch('title', 'MIAMI$'), ['Asilo en Miami']],
		['likeAllOf', (q) => q.likeAllOf('title', ['%de%', 'P%']), ['Permiso de trabajo']],
		['ilikeAnyOf', (q) => q.ilikeAnyOf('title', ['asilo%', 'ciu%']), ['Asilo en Miami', 'Ciudadanía']],
		['is false', (q) => q.is('is_favorite', false).limit(1), ['Asilo en Miami']],
		[
			'textSearch, plain',
			(q) => q.textSearch('title', 'trabajo permiso', { type: 'plain', config: 'spanish' }),
			['Permiso de trabajo'],
		],
		['textSearch, phrase', (q) => q.textSearch('title', 'trabajo permiso', { type: 'phrase', config: 'spanish' }), []],
	])('%s', async (_, filter, expected) => {
		expect(await titles(filter(chats()))).toEqual(expected)
	})
})

describe('a modifier', () => {
	it('maxAffected takes a larger change back', async () => {
		const change = () => client.from('saved_chats').update({ is_favorite: true }).neq('title', '')
		// The client's types keep it for servers that name a version of PostgREST.
		const kept: PromiseLike<{ error: { code: string } | null }> = change().maxAffected(2) as never
		expect((await kept).error?.code).toBe('PGRST124')
		expect(await titles(chats().eq('is_favorite', true))).toEqual([])
	})

	it('rollback tries a change out', async () => {
		const tried = client.from('saved_chats').delete().eq('title', 'Ciudadanía').rollback().select('title')
		expect(await titles(tried)).toEqual(['Ciudadanía'])
		expect(await titles(chats().eq('title', 'Ciudadanía'))).toEqual(['Ciudadanía'])
	})

	it('throwOnError throws what would have been told', async () => {
		const failing = client.from('saved_chats').select('nothing').throwOnError()
		await expect(failing).rejects.toMatchObject({ code: '42703' })
	})

	it('abortSignal gives up', async () => {
		const { error } = await chats().abortSignal(AbortSignal.abort())
		expect(error?.message).toMatch(/abort/i)
	})

	it('single, maybeSingle, csv and stripNulls shape the answer', async () => {
		expect((await chats().eq('title', 'Ciudadanía').single()).data).toEqual({ title: 'Ciudadanía' })
		expect((await chats().eq('title', 'nada').maybeSingle()).data).toBeNull()
		expect((await chats().eq('title', 'Ciudadanía').csv()).data).toBe('title\nCiudadanía')
		const profile = await client.from('profiles').select('last_name').stripNulls()
		expect(profile.error).toBeNull()
	})

	it('schema names the one there is and no other', async () => {
		expect((await client.schema('public').from('saved_chats').select('id')).data).toHaveLength(3)
		expect((await client.schema('auth').from('users').select('id')).error?.code).toBe('PGRST106')
	})

	it('a header of one’s own goes along', async () => {
		const { status } = await chats().setHeader('Prefer', 'count=exact').limit(1)
		expect(status).toBe(206)
	})
})

describe('what is not supported', () => {
	it('says so: rows of other tables within a row', async () => {
		const { error, status } = await client.from('saved_chats').select('title,profiles(first_name)')
		expect([status, error?.code]).toEqual([400, 'PGRST200'])
	})

	it('says so: filters, order and limit for such rows', async () => {
		const within = { referencedTable: 'profiles' }
		for (const query of [chats().or('id.is.null', within), chats().order('id', within), chats().limit(1, within)]) {
			const { error, status } = await query
			expect([status, error?.code]).toEqual([400, 'PGRST108'])
		}
	})

	it('says so: the database’s plan, and maps', async () => {
		expect((await chats().explain()).error).toMatchObject({ code: 'PGRST107' })
		expect((await client.from('saved_chats').select().geojson()).error).toMatchObject({ code: 'PGRST107' })
	})

	it('says so: a function nobody was granted', async () => {
		expect((await client.rpc('enter', { caller_role: 'service_role' })).error?.code).toBe('PGRST202')
		expect((await device(server).rpc('nothing')).error?.code).toBe('PGRST202')
	})
})
