import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { testDatabase } from '../testing/database.ts'
import { pdf, type StorageServer, serviceRoleKey, storageServer } from '../testing/storage.ts'
import { chunkBytes, maxObjectBytes } from './limits.ts'

let server: StorageServer
let person: { userId: string; token: string }
beforeAll(async () => {
	server = await storageServer()
	person = await server.person()
})
afterAll(() => server.close())

describe('a bucket', () => {
	it('is created, read, changed and deleted by the operator', async () => {
		const { operator } = server
		const options = { public: false, fileSizeLimit: '20MB', allowedMimeTypes: ['image/*', 'application/pdf'] }
		expect((await operator.createBucket('letters', options)).data).toEqual({ name: 'letters' })
		expect((await operator.getBucket('letters')).data).toMatchObject({
			id: 'letters',
			name: 'letters',
			public: false,
			type: 'STANDARD',
			owner: '',
			file_size_limit: 20_000_000,
			allowed_mime_types: ['image/*', 'application/pdf'],
			created_at: expect.any(String),
		})
		const change = { public: true, fileSizeLimit: null, allowedMimeTypes: null }
		expect((await operator.updateBucket('letters', change)).data).toEqual({ message: 'Successfully updated' })
		const limits = { file_size_limit: null, allowed_mime_types: null }
		expect((await operator.getBucket('letters')).data).toMatchObject({ public: true, ...limits })
		await operator.updateBucket('letters', { public: false, fileSizeLimit: 1000 })
		await operator.updateBucket('letters', { public: true })
		expect((await operator.getBucket('letters')).data).toMatchObject({ public: true, file_size_limit: 1000 })
		expect((await operator.deleteBucket('letters')).data).toEqual({ message: 'Successfully deleted' })
		expect((await operator.getBucket('letters')).error).toMatchObject({
			statusCode: '404',
			message: 'Bucket not found',
		})
	})

	it('is deleted only when it is empty, and emptied with all that is in it', async () => {
		const { operator } = server
		await operator.createBucket('full')
		for (let i = 0; i < 25; i++) await operator.from('full').upload(`${i}/file.txt`, 'x')
		expect((await operator.deleteBucket('full')).error).toMatchObject({
			statusCode: '409',
			message: 'The bucket you tried to delete is not empty',
		})
		expect((await operator.emptyBucket('full')).data).toEqual({ message: 'Successfully emptied' })
		expect((await operator.from('full').list()).data).toEqual([])
		const { rows } = await server.pool.query('select 1 from storage.chunks')
		expect(rows).toEqual([])
		expect((await operator.deleteBucket('full')).error).toBeNull()
	})

	it('is listed with the others, sorted, searched and page by page', async () => {
		const { operator } = server
		for (const name of ['beta', 'alfa']) await operator.createBucket(name)
		const names = async (options?: Parameters<typeof operator.listBuckets>[0]) =>
			(await operator.listBuckets(options)).data?.map(({ name }) => name)
		expect(await names()).toEqual(['alfa', 'beta', 'documents'])
		expect(await names({ sortColumn: 'created_at', sortOrder: 'desc' })).toEqual(['alfa', 'beta', 'documents'])
		expect(await names({ limit: 1, offset: 1 })).toEqual(['beta'])
		expect(await names({ search: 'LF' })).toEqual(['alfa'])
		expect(await names({ search: '%' })).toEqual([])
		const wrong = await server.request('/bucket?sortColumn=owner', { key: serviceRoleKey })
		expect(await wrong.json()).toMatchObject({ statusCode: '400' })
	})

	it.each([
		['a name that is taken', 'documents', {}, '409'],
		['a name with a slash', 'a/b', {}, '400'],
		['a name that leads out', '..', {}, '400'],
		['a name with blanks around it', ' a ', {}, '400'],
		['no name', '', {}, '400'],
		['a long name', 'x'.repeat(64), {}, '400'],
		['a size that is none', 'sizes', { fileSizeLimit: 'large' }, '400'],
		['no size', 'sizes', { fileSizeLimit: 0 }, '400'],
		['more than the server takes', 'sizes', { fileSizeLimit: maxObjectBytes + 1 }, '413'],
		['types that are none', 'types', { allowedMimeTypes: ['pdf'] }, '400'],
		['another kind', 'kinds', { type: 'ANALYTICS' as const }, '400'],
	])('with %s is refused', async (_, name, options, statusCode) => {
		const { error } = await server.operator.createBucket(name, { public: false, ...options })
		expect(error).toMatchObject({ statusCode })
	})

	it('that is not there is said to be so', async () => {
		const { operator } = server
		const missing = { error: { statusCode: '404', message: 'Bucket not found' } }
		expect(await operator.getBucket('nowhere')).toMatchObject(missing)
		expect(await operator.updateBucket('nowhere', { public: true })).toMatchObject(missing)
		expect(await operator.emptyBucket('nowhere')).toMatchObject(missing)
		expect(await operator.deleteBucket('nowhere')).toMatchObject(missing)
		expect(await operator.from('nowhere').upload('x.txt', 'x')).toMatchObject(missing)
		expect(await operator.from('nowhere').download('x.txt')).toMatchObject(missing)
		expect(await operator.from('nowhere').createSignedUploadUrl('x.txt')).toMatchObject(missing)
		expect((await operator.from('nowhere').list()).data).toEqual([])
	})

	it.each(['visitor', 'person'])('is not for a %s, who sees the one with the forms', async (who) => {
		const storage = server.storage(who === 'person' ? person.token : undefined)
		expect((await storage.listBuckets()).data).toMatchObject([{ id: 'documents', public: true }])
		expect((await storage.getBucket('documents')).error).toBeNull()
		expect((await storage.getBucket('alfa')).error).toMatchObject({ statusCode: '404' })
		const refusal = { error: { statusCode: '403' } }
		expect(await storage.createBucket('mine')).toMatchObject(refusal)
		expect(await storage.updateBucket('documents', { public: false })).toMatchObject(refusal)
		expect(await storage.emptyBucket('documents')).toMatchObject(refusal)
		expect(await storage.deleteBucket('documents')).toMatchObject(refusal)
		expect((await server.operator.getBucket('documents')).data).toMatchObject({ public: true })
	})
})

describe('the tables', () => {
	const visitor: Caller = { role: 'anon' }
	let rosa: Caller
	let outcome: (caller: Caller, text: string) => Promise<unknown[] | string>
	beforeAll(async () => {
		const { userId } = person
		const { rows } = await server.pool.query('select id from auth.sessions where user_id = $1', [userId])
		rosa = { role: 'authenticated', userId, sessionId: rows[0].id, claims: { sub: userId, role: 'authenticated' } }
		const database = createDatabase(server.pool)
		outcome = (caller, text) => database.runAs(caller, { text }).catch((error) => error.code)
		await server.operator.createBucket('closed', { public: false })
		await server.operator.from('closed').upload('secret.pdf', pdf(chunkBytes + 1))
		await server.operator.from('documents').upload('I-130.pdf', pdf(chunkBytes + 1))
	})

	it('show visitors and people the forms and their content, nothing else', async () => {
		for (const caller of [visitor, rosa]) {
			expect(await outcome(caller, 'select id from storage.buckets')).toEqual([{ id: 'documents' }])
			expect(await outcome(caller, 'select name from storage.objects')).toEqual([{ name: 'I-130.pdf' }])
			expect(await outcome(caller, 'select start from storage.chunks')).toHaveLength(2)
			expect(await outcome(caller, 'select * from storage.uploads')).toBe('42501')
		}
		expect(await outcome({ role: 'service_role' }, 'select start from storage.chunks')).toHaveLength(4)
	})

	it.each([
		"insert into storage.buckets (id, name) values ('mine', 'mine')",
		"update storage.buckets set public = true where id = 'closed'",
		"delete from storage.buckets where id = 'documents'",
		"insert into storage.objects (bucket_id, name) values ('documents', 'x.pdf')",
		"update storage.objects set bucket_id = 'documents'",
		"update storage.objects set version = 'another'",
		'delete from storage.objects',
		"insert into storage.chunks (version, start, content) select version, 0, 'x' from storage.objects",
		"update storage.chunks set content = 'x'",
		'delete from storage.chunks',
		"insert into storage.uploads (version) values ('x')",
	])('refuse a visitor and a person: %s', async (text) => {
		for (const caller of [visitor, rosa]) expect(await outcome(caller, text)).toBe('42501')
	})
})

it('a hosted platform’s tables get the bucket and its policies, also when it knows them already', async () => {
	const hosted = await testDatabase({ isEmpty: true })
	// What such a platform has before we come; its storage tables stand in for ours.
	await hosted.pool.query(`
		create schema auth;
		create table auth.users (id uuid primary key, deleted_at timestamptz, banned_until timestamptz);
		create table auth.sessions (id uuid primary key, user_id uuid, not_after timestamptz);
		create function auth.uid() returns uuid language sql stable return null::uuid;`)
	const tables = join(import.meta.dirname, '../../migrations/platform/0010_storage_tables.sql')
	await hosted.pool.query(await readFile(tables, 'utf8'))
	await hosted.pool.query(
		`create policy "everybody reads the forms" on storage.objects for select to anon using (false)`,
	)
	await migrate(hosted.pool)
	const { rows } = await hosted.pool.query(
		"select tablename from pg_policies where schemaname = 'storage' and policyname like 'everybody%'",
	)
	expect(rows.map(({ tablename }) => tablename).toSorted()).toEqual(['buckets', 'objects'])
	expect((await hosted.pool.query('select id, public from storage.buckets')).rows).toEqual([
		{ id: 'documents', public: true },
	])
	await hosted.close()
})
