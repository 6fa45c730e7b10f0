// Through the official client, method by method, as operator, person and visitor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf, type StorageServer, serviceRoleKey, storageServer } from '../testing/storage.ts'

let server: StorageServer
let person: string
beforeAll(async () => {
	server = await storageServer()
	person = (await server.person()).token
})
afterAll(() => server.close())

const forms = (token?: string) => server.storage(token).from('documents')
const asPdf = { contentType: 'application/pdf' }

describe('the library of forms', () => {
	const names = ['I-130.pdf', 'I-485.pdf', 'i-765.pdf', 'guia/N-400.pdf', 'guia/es/N-400-es.pdf']
	beforeAll(async () => {
		for (const name of names) expect((await forms(serviceRoleKey).upload(name, pdf(), asPdf)).error).toBeNull()
	})

	it.each(['visitor', 'person', 'operator'])('is listed by a %s, sorted by name, with folders', async (who) => {
		const { data } = await forms({ person, operator: serviceRoleKey }[who]).list('', {
			limit: 100,
			offset: 0,
			sortBy: { column: 'name', order: 'asc' },
		})
		expect(data?.map(({ name }) => name)).toEqual(['guia', 'I-130.pdf', 'I-485.pdf', 'i-765.pdf'])
		expect(data?.[0]).toMatchObject({ id: null, metadata: null, created_at: null })
		expect(data?.[1]).toMatchObject({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.any(String),
			metadata: { size: 1000, mimetype: 'application/pdf', cacheControl: 'max-age=3600', eTag: expect.any(String) },
		})
	})

	it('is listed folder by folder, page by page, backwards and by how names begin', async () => {
		const listed = async (...query: Parameters<ReturnType<typeof forms>['list']>) =>
			(await forms().list(...query)).data?.map(({ name }) => name)
		expect(await listed('guia')).toEqual(['es', 'N-400.pdf'])
		expect(await listed('guia/es/')).toEqual(['N-400-es.pdf'])
		expect(await listed('', { limit: 2, offset: 1 })).toEqual(['I-130.pdf', 'I-485.pdf'])
		expect(await listed('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
			'i-765.pdf',
			'I-485.pdf',
			'I-130.pdf',
			'guia',
		])
		expect(await listed('', { search: 'I-7' })).toEqual(['i-765.pdf'])
		expect(await listed('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
			'guia',
			'i-765.pdf',
			'I-485.pdf',
			'I-130.pdf',
		])
		expect(await listed('no/such/folder')).toEqual([])
		expect(await listed('%')).toEqual([])
	})

	it('is listed by cursor, each name once', async () => {
		for (const sortBy of [{ column: 'name' }, { column: 'created_at', order: 'desc' }] as const) {
			const seen: string[] = []
			let cursor: string | undefined
			do {
				const { data } = await forms().listV2({ limit: 2, cursor, sortBy })
				seen.push(...(data?.objects.map(({ name }) => name) ?? []))
				cursor = data?.nextCursor
			} while (cursor)
			expect(seen.toSorted()).toEqual(names.toSorted())
		}
		const { data } = await forms().listV2({ prefix: '', with_delimiter: true })
		expect(data?.folders).toEqual([{ name: 'guia/', key: 'guia/' }])
		expect(data?.objects.map(({ name }) => name)).toEqual(['I-130.pdf', 'I-485.pdf', 'i-765.pdf'])
	})

	it.each(['visitor', 'person', 'operator'])('is downloaded by a %s', async (who) => {
		const bucket = forms({ person, operator: serviceRoleKey }[who])
		const { data } = await bucket.download('guia/N-400.pdf')
		expect(data?.type).toBe('application/pdf')
		expect(Buffer.from(await (data as Blob).arrayBuffer())).toEqual(pdf())
		expect((await bucket.exists('I-130.pdf')).data).toBe(true)
		expect((await bucket.exists('I-131.pdf')).data).toBe(false)
		expect((await bucket.info('I-130.pdf')).data).toMatchObject({
			name: 'I-130.pdf',
			bucketId: 'documents',
			size: 1000,
			contentType: 'application/pdf',
			cacheControl: 'max-age=3600',
			lastModified: expect.any(String),
			createdAt: expect.any(String),
		})
		const { data: address } = bucket.getPublicUrl('I-130.pdf')
		expect((await fetch(address.publicUrl)).status).toBe(200)
	})

	it.each(['visitor', 'person'])('is not written by a %s', async (who) => {
		const bucket = forms(who === 'person' ? person : undefined)
		const refusal = {
			data: null,
			error: { statusCode: '403', status: 400, message: 'new row violates row-level security policy' },
		}
		expect(await bucket.upload('I-999.pdf', pdf(), asPdf)).toMatchObject(refusal)
		expect(await bucket.upload('I-130.pdf', pdf(), { ...asPdf, upsert: true })).toMatchObject(refusal)
		expect(await bucket.update('I-130.pdf', pdf(), asPdf)).toMatchObject(refusal)
		expect(await bucket.remove(['I-130.pdf'])).toMatchObject(refusal)
		expect(await bucket.move('I-130.pdf', 'mine.pdf')).toMatchObject(refusal)
		expect(await bucket.copy('I-130.pdf', 'mine.pdf')).toMatchObject(refusal)
		expect(await bucket.createSignedUploadUrl('I-999.pdf')).toMatchObject(refusal)
		expect((await forms().list()).data).toHaveLength(4)
	})

	it('has pages of at most 1,000 names and refuses what is no question', async () => {
		const list = (body: unknown) =>
			server.request('/object/list/documents', { method: 'POST', key: serviceRoleKey, body: JSON.stringify(body) })
		expect((await list({ prefix: '', limit: 1_000_000 })).status).toBe(200)
		for (const body of [
			{ limit: 0 },
			{ offset: -1 },
			{ prefix: 7 },
			{ sortBy: { column: 'name; drop table x' } },
			[],
		]) {
			const answer = await list(body)
			expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' })
		}
		expect((await forms().listV2({ cursor: 'made up' })).error).toMatchObject({ statusCode: '400' })
		expect((await forms().list('a\u0000b')).error).toMatchObject({ statusCode: '400' })
	})
})

describe('an object', () => {
	const own = () => server.operator.from('own')
	beforeAll(async () => {
		await server.operator.createBucket('own', { public: false })
	})

	it('is uploaded once, and replaced only when that is wanted', async () => {
		const first = await own().upload('a/b.txt', 'one', { cacheControl: '60' })
		expect(first.data).toEqual({ path: 'a/b.txt', fullPath: 'own/a/b.txt', id: expect.any(String) })
		expect((await own().upload('a/b.txt', 'two')).error).toMatchObject({
			statusCode: '409',
			message: 'The resource already exists',
		})
		expect((await own().upload('a/b.txt', 'three', { upsert: true })).data?.id).toBe(first.data?.id)
		expect(await (await own().download('a/b.txt')).data?.text()).toBe('three')
		expect((await own().update('a/b.txt', 'four')).data?.id).toBe(first.data?.id)
		expect(await (await own().download('a/b.txt')).data?.text()).toBe('four')
		const { rows } = await server.pool.query('select count(*)::int as chunks from storage.chunks where content = $1', [
			Buffer.from('three'),
		])
		expect(rows).toEqual([{ chunks: 0 }])
	})

	it('keeps its name whatever alphabet it is in, and what the client says about it', async () => {
		const name = 'niños y niñas/Petición (I-130) & más, versión_2.pdf'
		const metadata = { edition: '04/01/24', pages: 12 }
		expect((await own().upload(name, new Blob([pdf()], { type: 'application/pdf' }), { metadata })).error).toBeNull()
		expect((await own().info(name)).data).toMatchObject({ name, metadata, size: 1000 })
		const form = new FormData()
		form.append('file', new File(['texto'], 'carta.txt', { type: 'text/plain' }))
		form.append('metadata', JSON.stringify({ after: 'the file' }))
		expect((await own().upload('carta.txt', form, { cacheControl: '7' })).error).toBeNull()
		expect((await own().info('carta.txt')).data).toMatchObject({
			metadata: { after: 'the file' },
			cacheControl: 'max-age=7',
		})
	})

	it('is moved and copied, with its content', async () => {
		await own().upload('from.txt', 'content', { metadata: { kept: true } })
		expect((await own().move('from.txt', 'to/moved.txt')).data).toMatchObject({ message: 'Successfully moved' })
		expect((await own().copy('to/moved.txt', 'copy.txt')).data).toEqual({ path: 'own/copy.txt' })
		expect((await own().exists('from.txt')).data).toBe(false)
		await own().remove(['to/moved.txt'])
		expect(await (await own().download('copy.txt')).data?.text()).toBe('content')
		expect((await own().info('copy.txt')).data?.metadata).toEqual({ kept: true })
		expect((await own().copy('copy.txt', 'carta.txt')).error).toMatchObject({ statusCode: '409' })
		expect((await own().move('copy.txt', 'carta.txt')).error).toMatchObject({ statusCode: '409' })
		expect((await own().move('nothing.txt', 'x.txt')).error).toMatchObject({ statusCode: '404' })
		const elsewhere = { destinationBucket: 'documents' }
		expect((await own().copy('copy.txt', 'copied.txt', elsewhere)).error).toBeNull()
		expect((await own().move('copy.txt', 'moved.txt', elsewhere)).error).toBeNull()
		expect((await forms().exists('moved.txt')).data).toBe(true)
	})

	it('leaves nothing behind when it is removed', async () => {
		await own().upload('gone.pdf', pdf(600_000), asPdf)
		const { data } = await own().remove(['gone.pdf', 'never-there.pdf'])
		expect(data).toMatchObject([{ name: 'gone.pdf', bucket_id: 'own' }])
		expect((await own().download('gone.pdf')).error).toMatchObject({ statusCode: '404', message: 'Object not found' })
		const { rows } = await server.pool.query(`
			select count(*)::int as left_over from storage.chunks
			where not exists (select from storage.objects where objects.version = chunks.version)`)
		expect(rows).toEqual([{ left_over: 0 }])
	})

	it('in a private bucket is nobody’s but the operator’s', async () => {
		await own().upload('secret.txt', 'secret')
		for (const token of [undefined, person]) {
			const bucket = server.storage(token).from('own')
			expect((await bucket.list()).data).toEqual([])
			expect((await bucket.listV2()).data).toMatchObject({ objects: [] })
			expect((await bucket.download('secret.txt')).error).toMatchObject({ statusCode: '404' })
			expect((await bucket.info('secret.txt')).error).toMatchObject({ statusCode: '404' })
			expect((await bucket.createSignedUrl('secret.txt', 60)).error).toMatchObject({ statusCode: '404' })
			expect((await bucket.copy('secret.txt', 'mine.txt')).error).toMatchObject({ statusCode: '404' })
			expect((await bucket.exists('secret.txt')).data).toBe(false)
			expect((await fetch(bucket.getPublicUrl('secret.txt').data.publicUrl)).status).toBe(400)
		}
	})

	it('is written by people where a policy and a grant let them, and as theirs', async () => {
		await server.pool.query(`
			create policy "people upload letters of their own" on storage.objects for insert to authenticated
				with check (bucket_id = 'own' and path_tokens[1] = auth.uid()::text);
			create policy "people read letters of their own" on storage.objects for select to authenticated
				using (bucket_id = 'own' and path_tokens[1] = auth.uid()::text);
			grant insert on storage.objects to authenticated;`)
		const { userId, token } = await server.person()
		const bucket = server.storage(token).from('own')
		expect((await bucket.upload(`${userId}/mine.txt`, 'mine')).error).toBeNull()
		expect(await (await bucket.download(`${userId}/mine.txt`)).data?.text()).toBe('mine')
		expect((await bucket.upload('someone-else/mine.txt', 'x')).error).toMatchObject({ statusCode: '403' })
		expect((await bucket.upload(`${userId}/mine.txt`, 'x', { upsert: true })).error).toMatchObject({
			statusCode: '403',
		})
		expect((await server.storage(person).from('own').download(`${userId}/mine.txt`)).error).not.toBeNull()
		const { rows } = await server.pool.query('select owner_id from storage.objects where owner = $1', [userId])
		expect(rows).toEqual([{ owner_id: userId }])
		await server.pool.query('delete from auth.sessions where user_id = $1', [userId])
		const after = await bucket.download(`${userId}/mine.txt`)
		expect(after.error).toMatchObject({ status: 401, statusCode: '401' })
		expect((await bucket.upload(`${userId}/more.txt`, 'x')).error).toMatchObject({ status: 401 })
		expect((await forms(token).download('moved.txt')).error).toMatchObject({ status: 401 })
	})

	it('reaches the second replica at once', async () => {
		const other = server.storage(serviceRoleKey, 1).from('own')
		await own().upload('shared.txt', 'from the first')
		expect((await other.download('shared.txt')).error).toBeNull()
		expect(await (await other.download('shared.txt')).data?.text()).toBe('from the first')
		const both = await Promise.all([own().upload('race.txt', 'first'), other.upload('race.txt', 'second')])
		expect(both.filter(({ error }) => error === null)).toHaveLength(1)
		expect(both.find(({ error }) => error)?.error).toMatchObject({ statusCode: '409' })
		const { data } = await own().createSignedUrl('shared.txt', 60)
		const address = new URL(data?.signedUrl ?? '')
		address.port = new URL(other.getPublicUrl('x').data.publicUrl).port
		expect((await fetch(address)).status).toBe(200)
	})
})

describe('what is not kept here', () => {
	it('is said to be so', async () => {
		const pictures = server.operator.from('documents')
		expect((await pictures.download('x.png', { transform: { width: 10 } })).error).toMatchObject({ statusCode: '409' })
		expect((await pictures.purgeCache('x.png')).error).toMatchObject({ statusCode: '409' })
		const resumable = await server.request('/upload/resumable', { method: 'POST', key: serviceRoleKey })
		expect(await resumable.json()).toMatchObject({ error: 'FeatureNotEnabled' })
		const unknown = await server.request('/nothing/here', { key: serviceRoleKey })
		expect(unknown.status).toBe(404)
		expect(await unknown.json()).toMatchObject({ statusCode: '404', error: 'not_found', message: expect.any(String) })
	})
})
