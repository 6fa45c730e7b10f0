// Moving house on real databases: out of one installation, into another.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { testDatabase } from '../testing/database.ts'
import { debianPostgres, hasDebianPostgres } from '../testing/debian-postgres.ts'
import { testFolder } from '../testing/folder.ts'
import { testServer } from '../testing/server.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { seal } from './sealed-stream.ts'

const passphrase = 'un faro en la costa'
const progress = { rows() {}, done() {} }
const rosa = '0b6f0a52-7a1c-4c0a-9d0e-3f6c1c5a7a01'
const content = randomBytes(300_000)
let home: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
	home = await testDatabase()
	await fill(home.pool)
})
afterAll(() => home.close())

/** An account, a conversation with everything that is hard to write down, an article, and a file in two pieces. */
async function fill(pool: pg.Pool) {
	await pool.query(
		`insert into auth.users (instance_id, aud, role, id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, last_sign_in_at)
		values ('00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', $1, 'rosa@example.org', $2, '2025-12-31 23:59:59.123456-05', '{"first_name": "Rosa \\"la del faro\\""}', now())`,
		[rosa, '$2a$10$abcdefghijklmnopqrstuuJ1iXJ5vY3q1m1mY3q1m1mY3q1m1mY3q'],
	)
	await pool.query(
		`insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, 'email', '{"email": "rosa@example.org"}')`,
		[rosa, rosa],
	)
	await pool.query("insert into public.profiles (id, first_name, plan) values ($1, 'Rosa', 'FREE')", [rosa])
	await pool.query('insert into public.saved_chats (user_id, title, content) values ($1, $2, $3)', [
		rosa,
		`{"¿NULL?", \\N 'x'} 🗽`,
		'line one\nline two\ttab "quotes" \\ {braces},',
	])
	await pool.query(`insert into public.blog_posts (title, content, slug) values ('Uno', '', 'uno')`)
	await pool.query(
		`insert into storage.objects (bucket_id, name, version, metadata) values ('documents', 'I-130-es.pdf', 'v1', '{"size": 300000}')`,
	)
	await pool.query("insert into storage.chunks (version, start, content) values ('v1', 0, $1), ('v1', 200000, $2)", [
		content.subarray(0, 200_000),
		content.subarray(200_000),
	])
	await pool.query("insert into storage.chunks (version, start, content) values ('broken-off', 0, 'x')")
}

async function packed(pool = home.pool): Promise<string> {
	const path = join(await testFolder(), 'house')
	await exportTo({ pool, path, passphrase, progress })
	return path
}

const unpack = (pool: pg.Pool, path: string, isPartial = false) =>
	importFrom({ pool, path, passphrase, progress, isPartial })

async function emptyHouse() {
	const house = await testDatabase()
	onTestFinished(() => house.close())
	return house
}

const moved = ['auth.users', 'auth.identities', 'public.profiles', 'public.saved_chats', 'public.blog_posts']
const filed = ['storage.objects', 'storage.chunks']

async function everythingIn(pool: pg.Pool, tables = [...moved, ...filed]) {
	const rows = tables.map(async (table) => {
		const text = `select row_to_json(t)::text as row from ${table} t ${table === 'storage.chunks' ? "where version <> 'broken-off'" : ''} order by 1`
		return [table, (await pool.query(text)).rows]
	})
	return Object.fromEntries(await Promise.all(rows))
}

describe('an export', () => {
	it('is read back into an empty installation as it was', async () => {
		const { pool } = await emptyHouse()
		const imported = await unpack(pool, await packed())
		expect(imported).toMatchObject({ isDone: true, problems: [] })
		expect(imported.counts['public.saved_chats']).toEqual({ inserted: 1, same: 0, leftOut: 0 })
		expect(await everythingIn(pool)).toEqual(await everythingIn(home.pool))
	})

	it('lets people sign in where they moved to, and find what they kept', async () => {
		const [before, after] = [await emptyHouse(), await emptyHouse()]
		const first = await testServer({ DATABASE_URL: before.url })
		onTestFinished(() => first.close())
		const { email, ...person } = await first.person()
		const row = { user_id: person.userId, title: '¿Cuánto tarda?', content: '{}' }
		expect(
			(
				await first
					.tables({ email, ...person })
					.from('saved_chats')
					.insert(row)
			).status,
		).toBe(201)

		await unpack(after.pool, await packed(before.pool))
		const second = await testServer({ DATABASE_URL: after.url })
		onTestFinished(() => second.close())
		const { data } = await second.authClient().signInWithPassword({ email, password: 'una clave larga' })
		expect(data.user?.id).toBe(person.userId)
		const token = data.session?.access_token as string
		const read = await second.request('/rest/v1/saved_chats?select=title', { token })
		expect(await read.json()).toEqual([{ title: '¿Cuánto tarda?' }])
	})

	it('belongs to its owner alone and shows nothing', async () => {
		const path = await packed()
		expect((await stat(path)).mode & 0o777).toBe(0o600)
		expect((await readFile(path)).includes('rosa')).toBe(false)
	})

	it('never replaces a file', async () => {
		const path = join(await testFolder(), 'house')
		await writeFile(path, 'something dear')
		await expect(exportTo({ pool: home.pool, path, passphrase, progress })).rejects.toThrow(/nothing is overwritten/)
		expect(await readFile(path, 'utf8')).toBe('something dear')
	})

	it('leaves no file behind when it fails', async () => {
		const bare = await testDatabase({ isEmpty: true })
		onTestFinished(() => bare.close())
		const path = join(await testFolder(), 'house')
		await expect(exportTo({ pool: bare.pool, path, passphrase, progress })).rejects.toThrow(/no accounts of ours/)
		await expect(stat(path)).rejects.toThrow('ENOENT')
	})

	it('leaves no file behind when the database cannot be reached', async () => {
		const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing')
		onTestFinished(() => nowhere.end())
		const path = join(await testFolder(), 'house')
		await expect(exportTo({ pool: nowhere, path, passphrase, progress })).rejects.toThrow('ECONNREFUSED')
		await expect(stat(path)).rejects.toThrow('ENOENT')
	})

	it('fails, instead of being incomplete, for a user whom policies hide rows from', async () => {
		await home.pool.query("create role faro_half_blind login password 'x' nosuperuser").catch(() => {})
		await home.pool.query('grant usage on schema auth, storage to faro_half_blind')
		await home.pool.query('grant select on all tables in schema public, auth, storage to faro_half_blind')
		const pool = openPool(home.url.replace(/\/\/[^@]*@/, '//faro_half_blind:x@'), { max: 1 })
		onTestFinished(() => pool.end())
		await expect(packed(pool)).rejects.toThrow(/row-level security/)
	})

	it('is one picture, whatever is written meanwhile', async () => {
		const path = join(await testFolder(), 'house')
		const text = `insert into public.saved_chats (user_id, title, content) values ('${rosa}', 'meanwhile', '')`
		const script =
			"import pg from 'pg'; const [, url, text] = process.argv; const c = new pg.Client(url); await c.connect(); await c.query(text); await c.end()"
		const writeMeanwhile = (table: string) => {
			if (table !== 'auth.users') return
			const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, home.url, text])
			expect(status).toBe(0)
		}
		await exportTo({ pool: home.pool, path, passphrase, progress: { ...progress, done: writeMeanwhile } })
		const written = await home.pool.query("delete from public.saved_chats where title = 'meanwhile'")
		expect(written.rowCount).toBe(1)
		const { pool } = await emptyHouse()
		expect((await unpack(pool, path)).counts['public.saved_chats']?.inserted).toBe(1)
	})

	it('takes neither sessions nor keys along, nor what was just asked', async () => {
		await home.pool.query(`insert into public.assistant_memory (user_id, state) values ($1, '{"turns":[]}')`, [rosa])
		onTestFinished(() => void home.pool.query('delete from public.assistant_memory'))
		const { pool } = await emptyHouse()
		const imported = await unpack(pool, await packed())
		expect(Object.keys(imported.counts).filter((name) => name.startsWith('public.assistant'))).toEqual([])
		expect(Object.keys(imported.counts).sort()).not.toEqual(expect.arrayContaining(['auth.sessions']))
		expect(Object.keys(imported.counts).filter((name) => name.startsWith('faro.'))).toEqual([])
	})
})

describe('an import', () => {
	it('changes nothing the second time', async () => {
		const { pool } = await emptyHouse()
		const path = await packed()
		await unpack(pool, path)
		const again = await unpack(pool, path)
		expect(again).toMatchObject({ isDone: true, problems: [] })
		expect(Object.values(again.counts).every(({ inserted, leftOut }) => inserted === 0 && leftOut === 0)).toBe(true)
	})

	it('says what is there with other content, and does nothing at all', async () => {
		const { pool } = await emptyHouse()
		await pool.query(`insert into public.blog_posts (title, content, slug) values ('Mío', '', 'uno')`)
		await pool.query("insert into auth.users (id, email) values ($1, 'otra@example.org')", [rosa])
		const imported = await unpack(pool, await packed())
		expect(imported.isDone).toBe(false)
		expect(imported.problems).toContain(`auth.users ${rosa}: is there already with other content, which stays`)
		expect(imported.problems.join('\n')).not.toMatch(/example\.org|Uno/)
		expect((await pool.query('select title from public.blog_posts')).rows).toEqual([{ title: 'Mío' }])
		expect((await pool.query('select from public.saved_chats')).rowCount).toBe(0)
	})

	it('leaves out an account whose address somebody else has, with all that belongs to it, when told to', async () => {
		const { pool } = await emptyHouse()
		await pool.query("insert into auth.users (id, email) values (gen_random_uuid(), 'rosa@example.org')")
		const imported = await unpack(pool, await packed(), true)
		expect(imported.isDone).toBe(true)
		expect(imported.counts['auth.users']).toEqual({ inserted: 0, same: 0, leftOut: 1 })
		expect(imported.counts['public.saved_chats']).toEqual({ inserted: 0, same: 0, leftOut: 1 })
		expect((await pool.query('select from public.saved_chats')).rowCount).toBe(0)
		expect((await pool.query('select title from public.blog_posts')).rows).toEqual([{ title: 'Uno' }])
	})

	it.each<[string, (file: Buffer) => Buffer, string, RegExp]>([
		['a wrong passphrase', (file) => file, 'no es esta clave', /passphrase is wrong/],
		['a file that was cut off', (file) => file.subarray(0, -200_000), passphrase, /cut off/],
		[
			'a flipped byte at the end',
			(file) => Buffer.from(file.map((byte, place) => (place === file.length - 1 ? byte ^ 1 : byte))),
			passphrase,
			/damaged/,
		],
	])('of %s leaves the database as it was', async (_, change, withPassphrase, message) => {
		const { pool } = await emptyHouse()
		const path = join(await testFolder(), 'house')
		await writeFile(path, change(await readFile(await packed())))
		const unpacking = importFrom({ pool, path, passphrase: withPassphrase, progress })
		await expect(unpacking).rejects.toThrow(message)
		expect((await pool.query('select from auth.users')).rowCount).toBe(0)
	})

	it.each<[string, string[]]>([
		['names a table that nobody may bring along', ['{"table":"faro.secrets","columns":["name","value"],"rows":1}']],
		['brings a conversation along', ['{"table":"public.assistant_memory","columns":["user_id"],"rows":0}']],
		['names a table twice', Array(2).fill('{"table":"public.documents","columns":["id"],"rows":0}')],
		['has a row that is too short', ['{"table":"public.documents","columns":["id","title"],"rows":1}', '["x"]']],
		['has a value that does not fit', ['{"table":"public.documents","columns":["id"],"rows":1}', '["x"]']],
		['promises more rows than it has', ['{"end":{"public.documents":3}}']],
		['ends too early', []],
		['is no JSON', ['hola']],
		['names a table in letters that a terminal obeys', ['{"table":"public.\\u001b[2J","columns":["id"],"rows":0}']],
		['names a column in such letters', ['{"table":"public.documents","columns":["\\u001b[2J"],"rows":0}']],
	])('refuses a genuine file that %s', async (_, lines) => {
		const { pool } = await emptyHouse()
		const path = join(await testFolder(), 'house')
		const beginning = JSON.stringify({ format: 'faro-migrante', version: 1, createdAt: '' })
		const source = Readable.from([[beginning, ...lines].map((line) => `${line}\n`).join('')])
		await pipeline(source, createGzip(), seal(passphrase), createWriteStream(path))
		await expect(unpack(pool, path)).rejects.toThrow()
	})

	it('shows nothing that a terminal obeys, and gives numbers out that nobody had', async () => {
		const { pool } = await emptyHouse()
		await pool.query('create table public.counted (id bigint generated by default as identity primary key)')
		await pool.query('insert into public.counted select from generate_series(1, 9)')
		await pool.query('delete from public.counted where id > 1')
		const lines = [
			{ format: 'faro-migrante', version: 1, createdAt: '' },
			{ table: 'public.counted', columns: ['id'], rows: 1 },
			['3'],
			{ table: 'storage.buckets', columns: ['id', 'name'], rows: 1 },
			['\u001b[2J', 'documents'],
			{ end: { 'public.counted': 1, 'storage.buckets': 1 } },
		]
		const path = join(await testFolder(), 'house')
		const source = Readable.from([lines.map((line) => `${JSON.stringify(line)}\n`).join('')])
		await pipeline(source, createGzip(), seal(passphrase), createWriteStream(path))
		const { problems } = await unpack(pool, path, true)
		expect(problems).toEqual([
			'storage.buckets �[2J: has an address, number or name that another row has, or belongs to a row that was left out',
		])
		const { rows } = await pool.query('insert into public.counted default values returning id::int')
		expect(rows).toEqual([{ id: 10 }])
	})

	it('into a hosted platform fills the columns both have, and what that platform needs in an account', async () => {
		const hosted = await testDatabase({ isEmpty: true })
		onTestFinished(() => hosted.close())
		await hosted.pool.query(`
			create schema auth;
			create table auth.users (
				instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255) unique,
				encrypted_password varchar(255), email_confirmed_at timestamptz, confirmation_token varchar(255),
				raw_user_meta_data jsonb, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
				deleted_at timestamptz, banned_until timestamptz, only_there text not null default 'theirs');
			create table auth.identities (provider_id text not null, user_id uuid not null references auth.users on delete cascade,
				identity_data jsonb not null, provider text not null, id uuid primary key, unique (provider_id, provider));
			create table auth.sessions (id uuid primary key, user_id uuid, not_after timestamptz);
			create function auth.uid() returns uuid language sql stable return null::uuid`)
		await migrate(hosted.pool)
		const path = await packed()
		const refused = await unpack(hosted.pool, path)
		expect(refused.isDone).toBe(false)
		expect(refused.problems.join('\n')).toMatch(/storage\.objects: this database keeps no content of files/)
		await unpack(hosted.pool, path, true)
		const { rows } = await hosted.pool.query(
			'select instance_id, aud, email, encrypted_password, only_there from auth.users',
		)
		const [kept] = (await home.pool.query('select encrypted_password from auth.users')).rows
		expect(rows).toEqual([
			{
				instance_id: '00000000-0000-0000-0000-000000000000',
				aud: 'authenticated',
				email: 'rosa@example.org',
				only_there: 'theirs',
				...kept,
			},
		])
		expect(await everythingIn(hosted.pool, ['public.saved_chats'])).toEqual(
			await everythingIn(home.pool, ['public.saved_chats']),
		)
	})

	it.runIf(hasDebianPostgres)('works into Debian’s PostgreSQL 15 and out of it again', async () => {
		const pool = openPool(await debianPostgres(), { max: 2 })
		try {
			await migrate(pool)
			expect(await unpack(pool, await packed())).toMatchObject({ isDone: true })
			const { pool: back } = await emptyHouse()
			expect(await unpack(back, await packed(pool))).toMatchObject({ isDone: true })
			expect(await everythingIn(back)).toEqual(await everythingIn(home.pool))
		} finally {
			await pool.end()
		}
	})
})
