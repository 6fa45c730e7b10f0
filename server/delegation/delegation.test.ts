// A server that hands its bases to a second one, and the official client in front of both.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { bareSocket, liveClient, refusedSocket } from '../testing/realtime.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const keys = {
	JWT_SECRET: 'the secret of both sides, long enough'.replaceAll(' ', '-'),
	SERVICE_ROLE_KEY: 's'.repeat(40),
}
let upstream: TestServer
/** Everything is answered by the upstream; accounts too. */
let front: TestServer
const all = () => Object.fromEntries(['auth', 'rest', 'storage', 'realtime'].map(at))
const at = (base: string) => [`${base.toUpperCase()}_UPSTREAM_URL`, `${upstream.url}/${base}/v1`]

beforeAll(async () => {
	upstream = await testServer(keys)
	front = await testServer({ ...keys, ...all() })
})
afterAll(async () => {
	await front.close()
	await upstream.close()
})

const official = (server: TestServer, key = server.anonKey) =>
	createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } })

async function signedUp(server = front) {
	const client = official(server)
	const email = `${crypto.randomUUID()}@example.org`
	const { data, error } = await client.auth.signUp({ email, password: 'una clave larga' })
	expect(error).toBeNull()
	return { client, email, userId: data.user?.id as string, token: data.session?.access_token as string }
}

/** A provider that does as told, and what it was sent. */
async function stub(answer: RequestListener) {
	const asked: { url: string; headers: IncomingHttpHeaders }[] = []
	const server = createServer((request, response) => {
		asked.push({ url: request.url as string, headers: request.headers })
		answer(request, response)
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('everything elsewhere', () => {
	it('signs people up, in and out there, with that service’s own words', async () => {
		const { client, email, userId } = await signedUp()
		expect((await client.auth.getUser()).data.user?.id).toBe(userId)
		expect((await client.auth.refreshSession()).error).toBeNull()
		const wrong = await client.auth.signInWithPassword({ email, password: 'otra clave' })
		expect(wrong.error?.code).toBe('invalid_credentials')
		expect((await upstream.request('/auth/v1/admin/users', { token: keys.SERVICE_ROLE_KEY })).status).toBe(200)
	})

	it('reads and writes tables there, as the person', async () => {
		const [rosa, juan] = [await signedUp(), await signedUp()]
		const chat = { user_id: rosa.userId, title: '¿Cuánto tarda?', content: '{}' }
		expect((await rosa.client.from('saved_chats').insert(chat)).status).toBe(201)
		expect((await rosa.client.from('saved_chats').select('title', { count: 'exact' })).count).toBe(1)
		expect((await juan.client.from('saved_chats').select()).data).toEqual([])
		expect((await official(upstream).from('saved_chats').select()).error?.code).toBe('42501')
	})

	it('keeps files there, whole and in parts', async () => {
		const content = Buffer.alloc(400_000, 'faro ')
		const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), content])
		const files = official(front, keys.SERVICE_ROLE_KEY).storage.from('documents')
		expect((await files.upload('I-130.pdf', bytes, { contentType: 'application/pdf' })).error).toBeNull()
		const read = await official(front).storage.from('documents').download('I-130.pdf')
		expect(Buffer.from((await read.data?.arrayBuffer()) as ArrayBuffer).equals(bytes)).toBe(true)
		const part = await fetch(`${front.url}/storage/v1/object/public/documents/I-130.pdf`, {
			headers: { Range: 'bytes=0-7' },
		})
		expect([part.status, await part.text()]).toEqual([206, '%PDF-1.7'])
		expect((await official(front).storage.from('documents').upload('x.pdf', bytes)).error).not.toBeNull()
	})

	it('hears there of changes, as the person', async () => {
		const { client, userId, token } = await signedUp()
		const live = liveClient(front, { accessToken: token })
		onTestFinished(() => void live.disconnect())
		await live.setAuth()
		const titles: string[] = []
		await new Promise<void>((resolve) =>
			live
				.channel('lista')
				.on('postgres_changes', { event: '*', schema: 'public', table: 'saved_chats' }, (change) =>
					titles.push((change.new as { title: string }).title),
				)
				.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
		)
		const chat = { user_id: userId, title: 'Nueva', content: '{}' }
		await expect
			.poll(async () => {
				if (titles.length === 0) await client.from('saved_chats').insert(chat)
				return titles[0]
			})
			.toBe('Nueva')
	})

	it('turns away at the front what has no key or a forged token', async () => {
		for (const path of ['/auth/v1/user', '/rest/v1/saved_chats', '/storage/v1/bucket']) {
			expect((await fetch(front.url + path)).status).toBe(401)
			expect((await front.request(path, { token: 'a.b.c' })).status).toBeGreaterThanOrEqual(401)
		}
		expect(await refusedSocket(front, 'apikey=wrong&vsn=2.0.0')).toMatchObject({ status: 401 })
	})

	it('closes the socket of somebody who signed out', async () => {
		const { client, token } = await signedUp()
		const bare = await bareSocket(front)
		expect((await bare.join({}, token)).status).toBe('ok')
		await front.realtime.sweep()
		expect(bare.socket.readyState).toBe(bare.socket.OPEN)
		await client.auth.signOut()
		await front.realtime.sweep()
		expect((await bare.closed).code).toBe(1008)
	})

	it('opens nothing for a socket with a forged token', async () => {
		const live = liveClient(front, { accessToken: 'a.b.c' })
		onTestFinished(() => void live.disconnect())
		await live.setAuth()
		const status = await new Promise((resolve) =>
			live
				.channel('lista')
				.on('postgres_changes', { event: '*', schema: 'public', table: 'saved_chats' }, () => {})
				.subscribe((word) => resolve(word)),
		)
		expect(status).toBe('CHANNEL_ERROR')
	})
})

describe('accounts elsewhere', () => {
	it('own rows here, until the person signs out there', async () => {
		const here = await testServer({ ...keys, AUTH_UPSTREAM_URL: `${upstream.url}/auth/v1` })
		onTestFinished(() => here.close())
		const { client, userId, token } = await signedUp(here)
		const chat = { user_id: userId, title: 'Aquí', content: '{}' }
		expect((await client.from('saved_chats').insert(chat)).status).toBe(201)
		expect((await client.from('saved_chats').select('title')).data).toEqual([{ title: 'Aquí' }])
		await client.auth.signOut()
		expect((await here.request('/rest/v1/saved_chats', { token })).status).toBe(401)
	})

	// Every half minute all sockets were told that their session had ended, because it is not in this database.
	it('hear of changes here, until the person signs out there', async () => {
		const here = await testServer({ ...keys, AUTH_UPSTREAM_URL: `${upstream.url}/auth/v1` })
		onTestFinished(() => here.close())
		const { client, userId, token } = await signedUp(here)
		const bare = await bareSocket(here)
		onTestFinished(() => bare.socket.terminate())
		const wish = { event: '*', schema: 'public', table: 'saved_chats' }
		expect((await bare.join({ postgres_changes: [wish] }, token)).status).toBe('ok')
		await here.realtime.sweep()
		await client.from('saved_chats').insert({ user_id: userId, title: 'Aquí', content: '{}' })
		const first = await bare.next(({ event }) => ['postgres_changes', 'phx_close'].includes(event))
		expect(first.event).toBe('postgres_changes')
		await client.auth.signOut()
		await here.realtime.sweep()
		await bare.next(({ event }) => event === 'phx_close')
	})

	it('open nothing here while that service cannot be asked', async () => {
		const { token } = await signedUp()
		const broken = await stub((_, response) => response.writeHead(500).end())
		const here = await testServer({ ...keys, AUTH_UPSTREAM_URL: broken.url })
		onTestFinished(() => here.close())
		const answer = await here.request('/rest/v1/saved_chats', { token })
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([502, 'PGRST000'])
	})
})

describe('tables elsewhere', () => {
	it('are reached while the session, which lives here, does', async () => {
		const shared = await testDatabase()
		onTestFinished(() => shared.close())
		const back = await testServer({ ...keys, DATABASE_URL: shared.url })
		const here = await testServer({ ...keys, DATABASE_URL: shared.url, REST_UPSTREAM_URL: `${back.url}/rest/v1` })
		onTestFinished(async () => {
			await here.close()
			await back.close()
		})
		const { client, token } = await signedUp(here)
		expect((await client.from('saved_chats').select()).error).toBeNull()
		await client.auth.signOut()
		expect((await here.request('/rest/v1/saved_chats', { token })).status).toBe(401)
	})

	it('get no cookies, no invented addresses, and who it really was', async () => {
		const { url, asked } = await stub((_, response) => {
			response.writeHead(200, {
				'Content-Type': 'application/json',
				'Set-Cookie': 'a=b',
				'Access-Control-Allow-Origin': '*',
				'X-Internal': 'secret',
				Connection: 'x-internal, close',
				'Content-Range': '0-0/1',
			})
			response.end('[1]')
		})
		const here = await testServer({ ...keys, REST_UPSTREAM_URL: `${url}/base/` })
		onTestFinished(() => here.close())
		const answer = await here.request('/rest/v1/a%20b?select=*&x=eq.%C3%B1', {
			headers: { Cookie: 'c=d', 'X-Forwarded-For': '6.6.6.6', 'X-Real-IP': '6.6.6.6', Prefer: 'count=exact' },
		})
		expect(await answer.json()).toEqual([1])
		expect(answer.headers.get('content-range')).toBe('0-0/1')
		for (const name of ['set-cookie', 'access-control-allow-origin', 'x-internal'])
			expect(answer.headers.get(name)).toBeNull()
		expect(asked[0]?.url).toBe('/base/a%20b?select=*&x=eq.%C3%B1')
		expect(asked[0]?.headers).toMatchObject({ prefer: 'count=exact', apikey: here.anonKey, via: '1.1 faro-migrante' })
		expect(asked[0]?.headers['x-forwarded-for']).toMatch(/127\.0\.0\.1|::1/)
		for (const name of ['cookie', 'x-real-ip']) expect(asked[0]?.headers[name]).toBeUndefined()
	})

	it.each(['/rest/v1/../../admin', '/rest/v1/%2e%2e/%2e%2e/admin'])('are not left by %s', async (path) => {
		const { url, asked } = await stub((_, response) => response.end('{}'))
		const here = await testServer({ ...keys, REST_UPSTREAM_URL: `${url}/base` })
		onTestFinished(() => here.close())
		await here.request(path)
		expect(asked.filter((request) => !request.url.startsWith('/base/'))).toEqual([])
	})
})

describe('files elsewhere', () => {
	it.each(['text/html', 'text/javascript', 'image/svg+xml'])(
		'run nothing on the origin of the app: %s',
		async (type) => {
			const { url } = await stub((_, response) => {
				response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': 'default-src *' }).end('alert(1)')
			})
			const here = await testServer({ ...keys, STORAGE_UPSTREAM_URL: url })
			onTestFinished(() => here.close())
			const { headers } = await here.request('/storage/v1/object/public/documents/x')
			expect(headers.get('content-type')).toBe(type === 'image/svg+xml' ? type : 'text/plain;charset=UTF-8')
			expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
			expect(headers.get('x-content-type-options')).toBe('nosniff')
		},
	)
})

describe('an upstream that is not there', () => {
	it('is told in the words of each base', async () => {
		const nowhere = 'http://127.0.0.1:9'
		const names = ['AUTH', 'REST', 'STORAGE', 'REALTIME'].map((base) => [`${base}_UPSTREAM_URL`, nowhere])
		const here = await testServer({ ...keys, ...Object.fromEntries(names) })
		onTestFinished(() => here.close())
		const said = async (path: string) => {
			const answer = await here.request(path)
			return { status: answer.status, ...((await answer.json()) as object) }
		}
		expect(await said('/auth/v1/settings')).toMatchObject({ status: 502, error_code: 'bad_gateway' })
		expect(await said('/rest/v1/documents')).toMatchObject({ status: 502, code: 'PGRST000' })
		expect(await said('/storage/v1/bucket')).toMatchObject({ status: 502, statusCode: '502' })
		expect(await refusedSocket(here, `apikey=${here.anonKey}&vsn=2.0.0`)).toMatchObject({ status: 502 })
		expect(here.logged()).not.toContain(here.anonKey)
	})
})
