// What a browser, a phone or a proxy gets: whole files, parts of them, and addresses that open one for a while.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anonKey, pdf, type StorageServer, serviceRoleKey, storageServer } from '../testing/storage.ts'
import { chunkBytes } from './limits.ts'

const size = 2 * chunkBytes + 1000
const content = pdf(size)
let now = new Date()
let server: StorageServer
beforeAll(async () => {
	server = await storageServer(() => now)
	await server.operator.createBucket('closed', { public: false })
	for (const bucket of ['documents', 'closed']) {
		const { error } = await server.operator
			.from(bucket)
			.upload('I-485.pdf', content, { contentType: 'application/pdf' })
		expect(error).toBeNull()
	}
})
afterAll(() => server.close())

const publicly = (headers: Record<string, string> = {}, method = 'GET') =>
	server.request('/object/public/documents/I-485.pdf', { method, headers })

describe('a download', () => {
	it('comes whole, with what a client needs to ask for parts and for changes', async () => {
		const answer = await publicly()
		expect(answer.status).toBe(200)
		expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			'content-type': 'application/pdf',
			'content-length': String(size),
			'accept-ranges': 'bytes',
			'cache-control': 'max-age=3600',
			etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
			'last-modified': expect.stringMatching(/GMT$/),
			'x-content-type-options': 'nosniff',
		})
	})

	it('tells everything but the content to HEAD', async () => {
		const [head, get] = [await publicly({}, 'HEAD'), await publicly()]
		for (const header of ['content-length', 'etag', 'content-type', 'last-modified', 'accept-ranges'])
			expect(head.headers.get(header)).toBe(get.headers.get(header))
		expect(await head.text()).toBe('')
		await get.body?.cancel()
	})

	it.each([
		['bytes=0-99', 0, 99],
		['bytes=0-0', 0, 0],
		['bytes=-500', size - 500, size - 1],
		[`bytes=${size - 10}-`, size - 10, size - 1],
		[`bytes=${chunkBytes - 5}-${chunkBytes + 5}`, chunkBytes - 5, chunkBytes + 5],
		[`bytes=${chunkBytes}-${2 * chunkBytes - 1}`, chunkBytes, 2 * chunkBytes - 1],
		['bytes=10-999999999999', 10, size - 1],
		['bytes=-999999999999', 0, size - 1],
	])('sends the part %s', async (range, first, last) => {
		const answer = await publicly({ range })
		expect(answer.status).toBe(206)
		expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`)
		expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
		expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(first, last + 1))).toBe(true)
	})

	it.each([`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0'])(
		'refuses the empty part %s',
		async (range) => {
			const answer = await publicly({ range })
			expect(answer.status).toBe(416)
			expect(answer.headers.get('content-range')).toBe(`bytes */${size}`)
			expect(await answer.json()).toMatchObject({ statusCode: '416', error: 'InvalidRange' })
			expect(answer.headers.get('cache-control')).toBe('no-store')
		},
	)

	it.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=0-99999999999999999999', 'x'])(
		'comes whole when the range is %s',
		async (range) => {
			const answer = await publicly({ range })
			expect(answer.status).toBe(200)
			await answer.body?.cancel()
		},
	)

	it('is not sent again to a client that has it', async () => {
		const { headers } = await publicly({}, 'HEAD')
		const [etag, date] = [headers.get('etag') as string, headers.get('last-modified') as string]
		for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
			const answer = await publicly({ 'if-none-match': known, range: 'bytes=0-9' })
			expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, ''])
		}
		expect((await publicly({ 'if-modified-since': date })).status).toBe(304)
		const other = { 'if-none-match': '"other"', 'if-modified-since': date }
		expect((await publicly(other, 'HEAD')).status).toBe(200)
		expect((await publicly({ 'if-modified-since': 'yesterday' }, 'HEAD')).status).toBe(200)
		expect((await publicly({ 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }, 'HEAD')).status).toBe(200)
	})

	it('goes on only where the file is still the same', async () => {
		const { headers } = await publicly({}, 'HEAD')
		const part = (ifRange: string) => publicly({ range: 'bytes=0-9', 'if-range': ifRange }, 'HEAD')
		expect((await part(headers.get('etag') as string)).status).toBe(206)
		expect((await part(headers.get('last-modified') as string)).status).toBe(206)
		expect((await part('"an older one"')).status).toBe(200)
		expect((await part('Mon, 01 Jan 2024 00:00:00 GMT')).status).toBe(200)
	})

	it('is kept under the name the client wants', async () => {
		const disposition = async (query: string) =>
			(await server.request(`/object/public/documents/I-485.pdf${query}`, { method: 'HEAD' })).headers.get(
				'content-disposition',
			)
		expect(await disposition('')).toBeNull()
		expect(await disposition('?download')).toBe('attachment;')
		expect(await disposition('?download=Petici%C3%B3n%20%22a%22.pdf')).toBe(
			"attachment; filename=Petici%C3%B3n%20%22a%22.pdf; filename*=UTF-8''Petici%C3%B3n%20%22a%22.pdf;",
		)
		expect(await disposition('?download=a%0d%0aSet-Cookie:x=1')).not.toMatch(/[\r\n]/)
		// Where a name is cut, half a character may be left, which nothing can encode.
		expect(await disposition(`?download=${'a'.repeat(254)}%F0%9F%97%BD`)).toContain(
			`filename=${'a'.repeat(254)}%EF%BF%BD;`,
		)
	})

	it('runs nothing on the origin of the app', async () => {
		const own = server.operator.from('documents')
		await own.upload('page.html', '<script>alert(1)</script>', { contentType: 'text/html' })
		await own.upload('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/svg+xml' })
		await own.upload('program.js', 'alert(1)', { contentType: 'text/javascript' })
		const [page, program] = await Promise.all(
			['page.html', 'program.js'].map((name) => server.request(`/object/public/documents/${name}`)),
		)
		for (const answer of [page, program]) expect(answer?.headers.get('content-type')).toContain('text/plain')
		const drawing = await server.request('/object/public/documents/drawing.svg')
		for (const answer of [page, program, drawing])
			expect(answer?.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
	})

	it('of an object that is replaced meanwhile breaks off instead of mixing the two', async () => {
		const told = vi.spyOn(console, 'error').mockImplementation(() => {})
		const own = server.operator.from('closed')
		const large = Buffer.alloc(60 * chunkBytes, 'first ')
		await own.upload('mixed.txt', large)
		const answer = await server.request('/object/closed/mixed.txt', { key: serviceRoleKey })
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
		await reader.read()
		await own.upload('mixed.txt', Buffer.alloc(60 * chunkBytes, 'second'), { upsert: true })
		const readAll = async () => {
			const pieces: Uint8Array[] = []
			for (;;) {
				const { done, value } = await reader.read()
				if (done) return Buffer.concat(pieces)
				pieces.push(value)
			}
		}
		// What was under way already may arrive; the end does not.
		expect(String((await readAll().catch((error) => error)).message)).toMatch(/terminated/)
		expect(told).toHaveBeenCalledOnce()
	})

	it('needs a key unless the bucket is public', async () => {
		for (const path of [
			'/object/closed/I-485.pdf',
			'/object/authenticated/closed/I-485.pdf',
			'/object/documents/I-485.pdf',
		])
			expect((await server.request(path)).status).toBe(401)
		expect((await server.request('/object/public/closed/I-485.pdf', { method: 'HEAD' })).status).toBe(400)
		expect((await server.request('/object/info/public/documents/I-485.pdf')).status).toBe(200)
		expect((await server.request('/object/info/public/closed/I-485.pdf')).status).toBe(400)
		const authenticated = await server.request('/object/authenticated/closed/I-485.pdf', {
			key: serviceRoleKey,
			method: 'HEAD',
		})
		expect(authenticated.headers.get('cache-control')).toBe('private, max-age=3600')
	})
})

describe('a signed address', () => {
	const signed = async (seconds = 3600, bucket = 'documents') => {
		const { data } = await server.storage().from(bucket).createSignedUrl('I-485.pdf', seconds)
		return data?.signedUrl as string
	}

	it('opens one object without a key, for as long as it was given', async () => {
		now = new Date()
		const address = await signed()
		const answer = await fetch(address)
		expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
		expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
		expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
		now = new Date(now.getTime() + 3599_000)
		expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
		now = new Date(now.getTime() + 2000)
		const late = await fetch(address)
		expect(late.status).toBe(400)
		expect(await late.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' })
	})

	it('opens nothing else', async () => {
		const token = new URL(await signed()).searchParams.get('token') as string
		const path = (place: string, value: string) => `/object/sign/${place}?token=${value}`
		for (const place of ['closed/I-485.pdf', 'documents/I-485.pdf2', 'documents/x/I-485.pdf'])
			expect((await server.request(path(place, token))).status).toBe(400)
		for (const other of ['', 'x', token.slice(0, -4), `${token}x`, anonKey, `${token.split('.')[0]}..`])
			expect((await server.request(path('documents/I-485.pdf', other))).status).toBe(400)
		const put = await server.request(`/object/upload/sign/documents/I-485.pdf?token=${token}`, {
			method: 'PUT',
			body: 'x',
		})
		expect(await put.json()).toMatchObject({ error: 'InvalidJWT' })
		const asAccess = await server.request('/object/closed/I-485.pdf', { headers: { authorization: `Bearer ${token}` } })
		expect(asAccess.status).toBe(401)
		const { token: personal } = await server.person()
		expect((await server.request(path('documents/I-485.pdf', personal))).status).toBe(400)
	})

	it('is given for what the caller sees, one by one', async () => {
		const paths = ['I-485.pdf', 'nothing.pdf', '../closed/I-485.pdf']
		const { data } = await server.storage().from('documents').createSignedUrls(paths, 60, { download: true })
		expect(data).toMatchObject([
			{ path: 'I-485.pdf', error: null, signedUrl: expect.stringContaining('&download=') },
			{ path: 'nothing.pdf', error: expect.any(String), signedUrl: null },
			{ path: '../closed/I-485.pdf', error: expect.any(String), signedUrl: null },
		])
		const answer = await fetch(data?.[0]?.signedUrl as string, { method: 'HEAD' })
		expect(answer.headers.get('content-disposition')).toBe('attachment;')
		const closed = await server.storage().from('closed').createSignedUrls(['I-485.pdf'], 60)
		expect(closed.data).toMatchObject([{ signedUrl: null }])
	})

	it.each([0, -1, 1.5, 1e12, 'x'])('is not given for %s seconds', async (expiresIn) => {
		const answer = await server.request('/object/sign/documents/I-485.pdf', {
			method: 'POST',
			key: anonKey,
			body: JSON.stringify({ expiresIn }),
		})
		expect(await answer.json()).toMatchObject({ statusCode: '400', message: expect.stringContaining('expiresIn') })
	})

	it('for an upload takes one file to one place, from whoever has it', async () => {
		now = new Date()
		const bucket = server.operator.from('closed')
		const { data } = await bucket.createSignedUploadUrl('from/outside.txt')
		const { path, token } = data as { path: string; token: string }
		const visitor = server.storage().from('closed')
		expect((await visitor.uploadToSignedUrl('from/elsewhere.txt', token, 'x')).error).toMatchObject({
			statusCode: '400',
		})
		expect((await visitor.uploadToSignedUrl(path, token, 'sent')).data).toMatchObject({
			fullPath: 'closed/from/outside.txt',
		})
		expect(await (await bucket.download(path)).data?.text()).toBe('sent')
		expect((await visitor.uploadToSignedUrl(path, token, 'again')).error).toMatchObject({ statusCode: '409' })
		const replacing = await bucket.createSignedUploadUrl(path, { upsert: true })
		expect((await visitor.uploadToSignedUrl(path, replacing.data?.token ?? '', new Blob(['new']))).error).toBeNull()
		expect((await bucket.createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '409' })
		now = new Date(now.getTime() + 2 * 3600_000 + 1000)
		expect((await visitor.uploadToSignedUrl(path, replacing.data?.token ?? '', 'late')).error).toMatchObject({
			statusCode: '400',
		})
	})
})
