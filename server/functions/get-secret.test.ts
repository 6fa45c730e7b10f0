import { createClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
	server = await testServer({ OPENAI_API_KEY: 'sk-the-providers-own-key' })
})
afterAll(() => server.close())

const ask = (body: unknown, headers: Record<string, string> = {}, of = server) =>
	of.request('/functions/v1/get-secret', {
		method: 'POST',
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers,
	})

describe('get-secret', () => {
	it.each([
		[{ key: 'OPENAI_API_KEY' }, 'gateway:website'],
		[{ key: 'OPENAI_API_KEY', purpose: 'website' }, 'gateway:website'],
		[{ key: 'OPENAI_API_KEY', purpose: 'demo' }, 'gateway:demo'],
		[{ key: 'ELEVENLABS_API_KEY' }, 'gateway:speech'],
		[{ key: 'ELEVENLABS_API_KEY', purpose: 'speech' }, 'gateway:speech'],
	])('%j gives a token for %s that lives ten minutes and tells nothing', async (body, audience) => {
		const answer = await ask(body)
		expect(answer.status).toBe(200)
		expect(answer.headers.get('cache-control')).toBe('no-store')
		const json = (await answer.json()) as { value: string }
		expect(Object.keys(json)).toEqual(['value'])
		const { aud, iat = 0, exp = 0, ...claims } = decodeJwt(json.value)
		expect(aud).toBe(audience)
		expect(exp - iat).toBe(600)
		expect(Object.keys(claims).sort()).toEqual(['device', 'network'])
		expect(JSON.stringify(claims)).not.toMatch(/127\.0\.0\.1|::1|sk-/)
	})

	it('works through the official client', async () => {
		const { functions } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
		const { data, error } = await functions.invoke('get-secret', { body: { key: 'OPENAI_API_KEY' } })
		expect(error).toBeNull()
		expect(data.value).toMatch(/^ey/)
	})

	it.each([
		{ key: 'PATH' },
		{ key: 'DATABASE_URL' },
		{ key: 'JWT_SECRET' },
		{ key: 'SERVICE_ROLE_KEY' },
		{ key: 'openai_api_key' },
		{ key: '' },
		{ key: '__proto__' },
		{ key: 'constructor' },
		{ key: 'OPENAI_API_KEY', purpose: 'speech' },
		{ key: 'OPENAI_API_KEY', purpose: 'toString' },
		{ key: 'ELEVENLABS_API_KEY', purpose: 'demo' },
	])('%j is nothing it knows', async (body) => {
		const answer = await ask(body)
		expect(answer.status).toBe(404)
		expect(await answer.json()).toEqual({ error: 'No hay nada con ese nombre.', code: 'unknown_secret' })
		expect(answer.headers.get('set-cookie')).toBeNull()
	})

	it.each([
		'',
		'x',
		'null',
		'[]',
		'{}',
		'{"key":7}',
		'{"key":["OPENAI_API_KEY"]}',
		'{"key":"OPENAI_API_KEY","purpose":1}',
	])('is refused a body like %s', async (body) => {
		expect((await ask(body)).status).toBe(400)
	})

	it('asks for the application’s key, and for a POST', async () => {
		const bare = await fetch(`${server.url}/functions/v1/get-secret`, { method: 'POST', body: '{}' })
		expect(bare.status).toBe(401)
		expect((await server.request('/functions/v1/get-secret')).status).toBe(405)
	})
})

describe('the device’s cookie', () => {
	const cookieOf = (answer: Response) => answer.headers.get('set-cookie') ?? ''
	const nameAndValue = (answer: Response) => cookieOf(answer).split(';')[0] as string
	const deviceOf = async (answer: Response) => decodeJwt(((await answer.json()) as { value: string }).value).device

	it('is out of reach for scripts and other sites, and lasts thirty days', async () => {
		const cookie = cookieOf(await ask({ key: 'OPENAI_API_KEY' }))
		expect(cookie).toMatch(/; HttpOnly/)
		expect(cookie).toMatch(/; SameSite=Lax/)
		expect(cookie).toMatch(/; Max-Age=2592000/)
		expect(cookie).toMatch(/; Path=\/functions\/v1/)
		expect(cookie).not.toMatch(/; Secure/)
	})

	it('travels by https alone where the site does', async () => {
		const secure = await testServer({ PUBLIC_URL: 'https://faro.example', RATE_LIMITS: 'on' })
		expect(cookieOf(await ask({ key: 'OPENAI_API_KEY' }, {}, secure))).toMatch(/; Secure/)
		await secure.close()
	})

	it('is recognised and not set again', async () => {
		const first = await ask({ key: 'OPENAI_API_KEY' })
		const again = await ask({ key: 'OPENAI_API_KEY', purpose: 'demo' }, { cookie: nameAndValue(first) })
		expect(cookieOf(again)).toBe('')
		expect(await deviceOf(again)).toBe(await deviceOf(first))
	})

	it('that is forged is a new device’s', async () => {
		const first = await ask({ key: 'OPENAI_API_KEY' })
		const device = await deviceOf(first)
		const signed = decodeURIComponent(nameAndValue(first).split('=').slice(1).join('='))
		const forged = [`${device}`, `${device}.${'A'.repeat(43)}=`, signed.replace(/^./, 'x'), '', '%E0%A4%A', 'a.b.c']
		for (const value of forged) {
			const answer = await ask({ key: 'OPENAI_API_KEY' }, { cookie: `faro_device=${value}` })
			expect(answer.status).toBe(200)
			expect(cookieOf(answer)).not.toBe('')
			expect(await deviceOf(answer)).not.toBe(device)
		}
	})
})
