import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

const shipped = join(import.meta.dirname, '../../migrations')
let own: TestDatabase
let pool: pg.Pool
let folder: string
beforeAll(async () => {
	own = await testDatabase()
	pool = own.pool
})
afterAll(() => own.close())
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'faro-migrations-'))
	await cp(shipped, folder, { recursive: true })
	return () => rm(folder, { recursive: true })
})

const addMigration = (name: string, text: string) => writeFile(join(folder, 'app', name), text)

it('the list of shipped migrations only grows at its end', async () => {
	const names = [...(await readdir(join(shipped, 'platform'))), ...(await readdir(join(shipped, 'app')))]
	expect(names).toEqual([
		'0001_roles.sql',
		'0002_auth_tables.sql',
		'0003_auth_functions.sql',
		'0004_session_methods.sql',
		'0010_storage_tables.sql',
		'0001_enter_as_caller.sql',
		'0002_secrets.sql',
		'0003_profiles.sql',
		'0004_saved_chats.sql',
		'0005_documents.sql',
		'0006_feedback.sql',
		'0007_user_feedback.sql',
		'0008_blog_posts.sql',
		'0009_assistant_memory.sql',
		'0010_rate_limits.sql',
		'0011_one_time_codes.sql',
		'0012_one_message_at_a_time.sql',
		'0020_realtime.sql',
		'0040_documents_bucket.sql',
		'0050_sessions_elsewhere.sql',
		'0060_assistant_answers.sql',
		'0070_consumption.sql',
	])
})

it('a migrated database has nothing left to do', async () => {
	expect(await migrate(pool)).toEqual([])
})

it('several replicas that start at once apply each migration once', async () => {
	await addMigration(
		'9001_lamps.sql',
		'create table faro.lamps (id int); alter table faro.lamps enable row level security;',
	)
	const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, folder)))
	expect(applied.flat()).toEqual(['app/9001_lamps'])
})

it('a migration that fails leaves nothing of itself behind, and says which it was', async () => {
	await addMigration('9002_broken.sql', 'create table faro.half (id int); select 1 / 0;')
	await expect(migrate(pool, folder)).rejects.toThrow(/migrations\/app\/9002_broken\.sql failed: division by zero/)
	const { rows } = await pool.query("select to_regclass('faro.half') as half")
	expect(rows[0].half).toBeNull()
})

it('a migration that was edited after it had been applied is refused', async () => {
	await addMigration('0003_profiles.sql', '-- something else')
	await expect(migrate(pool, folder)).rejects.toThrow('migrations/app/0003_profiles.sql was edited')
})

it('on a hosted platform the platform’s own part is passed over', async () => {
	const hosted = await testDatabase({ isEmpty: true })
	// What such a platform has before we come: its roles, accounts and functions.
	await hosted.pool.query(
		'create schema auth; create table auth.users (id uuid primary key, deleted_at timestamptz, banned_until timestamptz)',
	)
	await hosted.pool.query('create table auth.sessions (id uuid primary key, user_id uuid, not_after timestamptz)')
	await hosted.pool.query('create function auth.uid() returns uuid language sql stable return null::uuid')
	const applied = await migrate(hosted.pool)
	expect(applied.filter((name) => name.startsWith('platform/'))).toEqual([])
	expect(applied).toContain('app/0004_saved_chats')
	await hosted.close()
})

it('what was used up of an offer before it had a table of its own goes on counting', async () => {
	const house = await testDatabase({ isEmpty: true })
	await rename(join(folder, 'app/0070_consumption.sql'), join(folder, '0070_consumption.sql'))
	await migrate(house.pool, folder)
	await house.pool.query(
		"insert into faro.rate_limits (key, points) values ('demo-device:2592000:a', 2), ('ai-day:warned', 1), ('question:60:b', 9)",
	)
	await rename(join(folder, '0070_consumption.sql'), join(folder, 'app/0070_consumption.sql'))
	await migrate(house.pool, folder)
	const keysIn = async (table: string) =>
		(await house.pool.query(`select key, points from faro.${table} order by key`)).rows.map(Object.values)
	expect(await keysIn('rate_limits')).toEqual([['question:60:b', 9]])
	expect(await keysIn('consumption')).toEqual([
		['ai-day:warned', 1],
		['demo-device:2592000:a', 2],
	])
	await house.close()
})
