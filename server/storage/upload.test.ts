// Hostile, broken, large and wrong uploads. What was there before is there afterwards, and nothing else.
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonKey, pdf, type StorageServer, serviceRoleKey, storageServer } from '../testing/storage.ts'
import { chunkBytes, maxObjectBytes } from './limits.ts'

let server: StorageServer
beforeAll(async () => {
	server = await storageServer()
})
afterAll(() => server.close())

const forms = () => server.operator.from('documents')
const asPdf = { contentType: 'application/pdf' }
const post = (name: string, init: RequestInit) =>
	server.request(`/object/documents/${name}`, { method: 'POST', key: serviceRoleKey, ...init })
/** What belongs to no object. */
const leftOver = async () => {
	const { rows } = await server.pool.query(`
		select (select count(*)::int from storage.uploads) as uploads,
			(select count(*)::int from storage.chunks where version not in (select version from storage.objects)) as chunks`)
	return rows[0]
}
const until = async (isTrue: () => Promise<boolean>) => {
	while (!(await isTrue()));
}

afterEach(async () => {
	await until(async () => (await leftOver()).uploads === 0)
	expect(await leftOver()).toEqual({ uploads: 0, chunks: 0 })
})

describe('an upload of 50 MB', () => {
	function* pieces(bytes: number): Generator<Uint8Array> {
		for (let sent = 0; sent < bytes; sent += 64 * 1024) {
			const piece = new Uint8Array(Math.min(64 * 1024, bytes - sent)).fill(97)
			if (sent === 0) piece.set(new TextEncoder().encode('%PDF-1.7\n'))
			yield piece
		}
	}

	/** Notes, now and then, what is in use once the garbage is gone; client and server share this process. */
	const memoryWatch = () => {
		setFlagsFromString('--expose-gc')
		const collectGarbage: () => void = runInNewContext('gc')
		const inUse = () => {
			collectGarbage()
			// The first one leaves buffers to be swept in the background; the second one waits for that.
			collectGarbage()
			const { heapUsed, external } = process.memoryUsage()
			return heapUsed + external
		}
		const before = inUse()
		let [calls, most] = [0, 0]
		return {
			look() {
				if (++calls % 50 === 0) most = Math.max(most, inUse() - before)
			},
			most: () => most,
		}
	}

	it('goes in and out piece by piece, never as a whole in memory', async () => {
		const watch = memoryWatch()
		// Not fetch, which takes in a stream faster than it sends it.
		const upload = request(`${server.url}/storage/v1/object/documents/large.pdf`, {
			method: 'POST',
			headers: { apikey: serviceRoleKey, 'content-type': 'application/pdf' },
		})
		const answered = once(upload, 'response')
		await pipeline(async function* () {
			for (const piece of pieces(maxObjectBytes)) {
				watch.look()
				yield piece
			}
		}, upload)
		expect((await answered)[0].statusCode).toBe(200)
		const answer = await server.request('/object/public/documents/large.pdf')
		let received = 0
		for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
			received += piece.length
			watch.look()
		}
		expect(received).toBe(maxObjectBytes)
		expect(watch.most()).toBeGreaterThan(0)
		expect(watch.most()).toBeLessThan(8 * 1024 * 1024)
		const { rows } = await server.pool.query(
			'select count(*)::int as chunks, max(octet_length(content)) as largest from storage.chunks',
		)
		expect(rows).toEqual([{ chunks: maxObjectBytes / chunkBytes, largest: chunkBytes }])
		await forms().remove(['large.pdf'])
	})

	it.each([
		['as a body', (body: Blob) => body.arrayBuffer()],
		['in a form', async (body: Blob) => body],
	])('and one byte more, %s, is refused', async (_, shape) => {
		const body = new Blob([pdf(maxObjectBytes + 1)], { type: 'application/pdf' })
		const { error } = await forms().upload('large.pdf', await shape(body), asPdf)
		expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
		expect((await forms().exists('large.pdf')).data).toBe(false)
	})

	it('and one byte more is refused when nobody announced its length', async () => {
		const answer = await post('large.pdf', {
			headers: { 'content-type': 'application/pdf' },
			body: Readable.from(pieces(maxObjectBytes + 1)) as unknown as BodyInit,
			duplex: 'half',
		} as RequestInit)
		expect(answer.status).toBe(413)
		expect(await answer.json()).toMatchObject({ statusCode: '413', error: 'Payload too large' })
	})
})

describe('an upload that goes wrong', () => {
	const old = pdf(700_000)
	beforeEach(async () => {
		await forms().upload('I-130.pdf', old, { ...asPdf, upsert: true })
	})
	afterEach(async () => {
		const { data } = await forms().download('I-130.pdf')
		expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(old)).toBe(true)
	})

	/** Sends the head and some of what it announces, then closes the connection when the server holds a piece. */
	const breakOff = async (head: string[], body: Buffer) => {
		const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
		const lines = [...head, 'Host: localhost', `apikey: ${serviceRoleKey}`, 'x-upsert: true', '', '']
		socket.write(lines.join('\r\n'))
		socket.write(body)
		await until(async () => (await leftOver()).chunks > 0)
		socket.destroy()
		await until(async () => (await leftOver()).uploads === 0)
	}

	it('because the client goes away leaves what was there', async () => {
		const head = ['POST /storage/v1/object/documents/I-130.pdf HTTP/1.1', 'Content-Type: application/pdf']
		await breakOff([...head, 'Content-Length: 1000000'], pdf(400_000))
		await breakOff([...head, 'Transfer-Encoding: chunked'], Buffer.concat([Buffer.from('61a80\r\n'), pdf(400_000)]))
		expect(server.logged()).not.toContain('storage failed')
	})

	it('because its form ends too early leaves what was there', async () => {
		const part =
			'--x\r\nContent-Disposition: form-data; name=""; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
		const answer = await post('I-130.pdf', {
			headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-upsert': 'true' },
			body: Buffer.concat([Buffer.from(part), pdf(400_000)]),
		})
		expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' })
	})

	it.each([
		['nothing in it', 'multipart/form-data; boundary=x', '--x--'],
		[
			'no file in it',
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
		],
		['no such boundary', 'multipart/form-data; boundary=x', 'x'.repeat(20_000)],
		['parts without headers', 'multipart/form-data; boundary=x', '--x\r\n\r\n\r\n\r\n--x--'],
		['endless headers', 'multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(5000)}`],
		[
			'two files',
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\na\r\n'.repeat(2).concat('--x--'),
		],
		[
			'a hundred parts',
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n'.repeat(100).concat('--x--'),
		],
	])('because its form has %s is refused', async (_, contentType, body) => {
		const answer = await post('I-130.pdf', { headers: { 'content-type': contentType, 'x-upsert': 'true' }, body })
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' })
	})

	it.each([
		['a page', '<!doctype html><script>alert(1)</script>'],
		['nothing', ''],
		['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0])],
		['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')],
	])('because it is %s that calls itself a PDF is refused', async (_, content) => {
		const bodies = [content, new Blob([content], { type: 'application/pdf' })]
		for (const body of bodies)
			expect((await forms().upload('I-130.pdf', body, { ...asPdf, upsert: true })).error).toMatchObject({
				statusCode: '415',
			})
	})

	it('because what it says about itself makes no sense is refused', async () => {
		for (const metadata of [
			'bm90IGpzb24',
			Buffer.from('[1]').toString('base64'),
			Buffer.from('{"a":"\\u0000"}').toString('base64'),
		]) {
			const answer = await post('I-130.pdf', { headers: { 'x-metadata': metadata, 'x-upsert': 'true' }, body: pdf() })
			expect(await answer.json()).toMatchObject({ statusCode: '400' })
		}
		const long = await forms().update('I-130.pdf', new Blob(['x']), { metadata: { a: 'x'.repeat(10_000) } })
		expect(long.error).toMatchObject({ statusCode: '400' })
	})

	it('because it stopped with its server is cleared away by a later one', async () => {
		await server.pool.query(`
			insert into storage.uploads values ('broken', now() - interval '2 hours'), ('under way', now());
			insert into storage.chunks values ('broken', 0, 'x'), ('under way', 0, 'x')`)
		await forms().upload('other.txt', 'x', { upsert: true })
		const { rows } = await server.pool.query('select version from storage.uploads join storage.chunks using (version)')
		expect(rows).toEqual([{ version: 'under way' }])
		await server.pool.query(`delete from storage.uploads; delete from storage.chunks where version = 'under way'`)
	})
})

describe('the type of an upload', () => {
	const typeOf = async (name: string) => (await forms().info(name)).data?.contentType

	it('is what its first bytes say when the client says nothing', async () => {
		await forms().upload('a.pdf', pdf())
		expect(await typeOf('a.pdf')).toBe('application/pdf')
		await forms().upload('b.bin', new Blob([pdf()]))
		expect(await typeOf('b.bin')).toBe('application/pdf')
		await forms().upload('c.txt', 'solo texto')
		expect(await typeOf('c.txt')).toBe('text/plain;charset=UTF-8')
		await post('d.csv', { body: 'a,b', headers: { 'content-type': 'text/csv' } })
		expect(await typeOf('d.csv')).toBe('text/csv')
		await post('e.bin', { body: Buffer.from([1, 2, 3]), headers: { 'content-type': 'no type at all' } })
		expect(await typeOf('e.bin')).toBe('application/octet-stream')
	})

	it('and its size are those of its bucket', async () => {
		await server.operator.createBucket('pictures', {
			public: true,
			allowedMimeTypes: ['image/*', 'application/pdf'],
			fileSizeLimit: '1KB',
		})
		const pictures = server.operator.from('pictures')
		const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
		expect((await pictures.upload('a.png', png, { contentType: 'image/png' })).error).toBeNull()
		expect((await pictures.upload('b.png', png)).error).toBeNull()
		expect((await pictures.upload('c.pdf', pdf(), asPdf)).error).toBeNull()
		expect((await pictures.upload('d.pdf', pdf(1001), asPdf)).error).toMatchObject({ statusCode: '413' })
		expect((await pictures.upload('e.txt', 'text')).error).toMatchObject({
			statusCode: '415',
			message: 'mime type text/plain is not supported',
		})
		const into = { destinationBucket: 'pictures' }
		await forms().upload('f.txt', 'text')
		await forms().upload('g.pdf', pdf(2000))
		expect((await forms().copy('f.txt', 'f.txt', into)).error).toMatchObject({ statusCode: '415' })
		expect((await forms().move('f.txt', 'f.txt', into)).error).toMatchObject({ statusCode: '415' })
		expect((await forms().copy('g.pdf', 'g.pdf', into)).error).toMatchObject({ statusCode: '413' })
	})
})

describe('a name', () => {
	const hostile = [
		'../documents/x',
		'a/../../x',
		'a/./b',
		'..',
		'a//b',
		'a/',
		'a\\b',
		'a\u0000b',
		'a\nb',
		'a%2e%2e',
		'a?b',
		'a#b',
		'<script>',
		'a"b',
		'\u202Efdp.exe',
		'\uD800',
		'x'.repeat(1025),
		'ñ'.repeat(513),
		'',
	]

	it('never steps out of its bucket, in an address', async () => {
		for (const name of hostile.filter((name) => name.isWellFormed() && name !== '')) {
			const path = `/storage/v1/object/documents/${encodeURIComponent(name)}`
			for (const method of ['POST', 'PUT', 'GET', 'HEAD', 'DELETE']) {
				const [status, body] = await raw(method, path)
				expect(`${name} ${method} ${status}`).toMatch(/ 4\d\d$/)
				if (method !== 'HEAD') expect(body).toContain('"statusCode":"4')
			}
		}
		const [straight] = await raw('POST', '/storage/v1/object/documents/../../../../etc/passwd')
		expect(straight).toBeGreaterThanOrEqual(400)
		const [encoded] = await raw('POST', '/storage/v1/object/%2e%2e%2fdocuments/x')
		expect(encoded).toBe(400)
		expect((await forms().list()).data?.map(({ name }) => name)).not.toContain('x')
	})

	it('never steps out of its bucket, in a body', async () => {
		await forms().upload('here.txt', 'x', { upsert: true })
		for (const name of hostile) {
			expect((await forms().move('here.txt', name)).error).toMatchObject({ statusCode: '400' })
			expect((await forms().copy('here.txt', name)).error).toMatchObject({ statusCode: '400' })
			expect((await forms().copy(name, 'there.txt')).error).toMatchObject({ statusCode: '400' })
		}
		for (const bucket of ['..', 'a/b', 'a\nb', ' a', '', 'x'.repeat(64), 'a%b'])
			expect((await forms().copy('here.txt', 'there.txt', { destinationBucket: bucket || ' ' })).error).toMatchObject({
				statusCode: '400',
			})
		expect((await forms().exists('there.txt')).data).toBe(false)
	})

	it('is in no log, nor is anything else of an upload', async () => {
		await forms().upload('secreto/../nombre.txt', 'contenido')
		await server.operator.from('nowhere').upload('nombre.txt', 'contenido')
		await server
			.storage()
			.from('documents')
			.upload('nombre.txt', 'contenido', { metadata: { dato: 'dato' } })
		expect(server.logged()).not.toMatch(/nombre|contenido|dato/)
	})

	/** Past the client's own tidying up of addresses. */
	const raw = (method: string, path: string): Promise<[number, string]> =>
		new Promise((resolve, reject) => {
			const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
			let answer = ''
			socket.setEncoding('utf8')
			socket.on('data', (data) => {
				answer += data
			})
			socket.on('error', reject)
			socket.on('close', () => resolve([Number(answer.slice(9, 12)), answer]))
			const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `apikey: ${serviceRoleKey}`, 'Connection: close']
			socket.write(`${head.join('\r\n')}\r\nContent-Length: 1\r\n\r\nx`)
		})
})

describe('a visitor’s upload', () => {
	it('is refused before its body is read', async () => {
		let pulled = 0
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				pulled += 1
				controller.enqueue(new Uint8Array(64 * 1024))
			},
		})
		const answer = await server.request('/object/documents/x.bin', {
			method: 'POST',
			key: anonKey,
			body,
			duplex: 'half',
		} as RequestInit)
		expect(await answer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
		expect(pulled * 64).toBeLessThan(70 * 1024)
	})
})
