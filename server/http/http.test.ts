import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
	server = await testServer()
})
afterAll(() => server.close())

describe('pages', () => {
	it.each(['/', '/landing/', '/no-such-page', '/a/b/c', '/landing.php', '/%E0%A4%A'])(
		'%s leads to the landing page',
		async (path) => {
			const answer = await server.request(path)
			expect(answer.status).toBe(302)
			expect(answer.headers.get('location')).toBe('/landing')
		},
	)

	it('come in the language of the cookie, Spanish unless told', async () => {
		const spanish = await server.request('/landing')
		expect(await spanish.text()).toContain('lang="es"')
		expect(spanish.headers.get('vary')).toContain('Cookie')
		const english = await server.request('/landing', { headers: { cookie: 'preferred_language=en' } })
		expect(await english.text()).toContain('lang="en"')
		const other = await server.request('/landing', { headers: { cookie: 'preferred_language=<script>' } })
		expect(await other.text()).toContain('lang="es"')
	})

	it('allow their own inline scripts by hash and no others', async () => {
		const answer = await server.request('/landing')
		const script = /<script>(.*?)<\/script>/.exec(await answer.text())?.[1] as string
		const policy = answer.headers.get('content-security-policy')
		expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
		expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
		expect(policy).toContain("frame-ancestors 'none'")
	})

	it('are not sent again to a browser that has them', async () => {
		const first = await server.request('/landing')
		const again = await server.request('/landing', {
			headers: { 'if-none-match': first.headers.get('etag') as string },
		})
		expect(again.status).toBe(304)
		const english = { 'if-none-match': first.headers.get('etag') as string, cookie: 'preferred_language=en' }
		expect((await server.request('/landing', { headers: english })).status).toBe(200)
	})

	it('load files that never change, and a missing one is a 404', async () => {
		const asset = await server.request('/assets/app-1a2b.js')
		expect(asset.headers.get('cache-control')).toContain('immutable')
		expect((await server.request('/assets/app-0000.js')).status).toBe(404)
		expect((await server.request('/assets/..%2f..%2fpages/es/landing.html')).status).toBe(404)
	})

	it('cannot be posted to', async () => {
		expect((await server.request('/landing', { method: 'POST', body: 'x' })).status).toBe(405)
	})
})

describe('a section with pages of its own', () => {
	it('answers 404 with its own page for what it does not have', async () => {
		for (const path of ['/guia/nada', '/guia/404', '/guia/nada.data', '/guia/a/b', '/guia/..%2flanding']) {
			const answer = await server.request(path)
			expect(answer.status, path).toBe(404)
			expect(await answer.text()).toContain('<title>Faro</title>')
			expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
		}
	})

	it('has not got it the second time either', async () => {
		const { headers } = await server.request('/guia/nada')
		const again = await server.request('/guia/nada', { headers: { 'if-none-match': headers.get('etag') as string } })
		expect(again.status).toBe(404)
	})

	it('has its pages, with and without a slash at the end', async () => {
		expect((await server.request('/guia/asilo')).status).toBe(200)
		expect((await server.request('/guia/asilo/')).headers.get('location')).toBe('/guia/asilo')
	})

	it('knows its whole address only where it is served', async () => {
		const page = await (await server.request('/guia/asilo')).text()
		expect(page).toMatch(/rel="canonical" href="http:\/\/localhost:\d+\/guia\/asilo"/)
	})
})

describe('search engines', () => {
	it('learn which pages there are, by their whole addresses', async () => {
		const map = await server.request('/sitemap.xml')
		expect(map.headers.get('content-type')).toContain('xml')
		expect(await map.text()).toMatch(/<loc>http:\/\/localhost:\d+\/guia\/asilo<\/loc>/)
	})

	it('are kept from the services', async () => {
		const robots = await (await server.request('/robots.txt')).text()
		expect(robots).toContain('Disallow: /rest/v1/')
		expect(robots).toMatch(/Sitemap: http:\/\/localhost:\d+\/sitemap\.xml/)
	})
})

describe('every answer', () => {
	it.each(['/landing', '/auth/v1/health', '/rest/v1/documents', '/healthz', '/nothing'])(
		'of %s carries the protective headers',
		async (path) => {
			const { headers } = await server.request(path)
			expect(headers.get('x-content-type-options')).toBe('nosniff')
			expect(headers.get('x-frame-options')).toBe('DENY')
			expect(headers.get('content-security-policy')).toBeTruthy()
			expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
		},
	)
})

describe('the bases', () => {
	const bare = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

	it('say in their own words that the key is missing or wrong', async () => {
		const rest = await bare('/rest/v1/documents')
		expect(rest.status).toBe(401)
		expect(await rest.json()).toMatchObject({ message: 'No API key found in request', hint: expect.any(String) })
		const auth = await bare('/auth/v1/user', { apikey: 'wrong' })
		expect(await auth.json()).toMatchObject({ error_code: 'no_authorization' })
		const functions = await bare('/functions/v1/clear-context')
		expect(await functions.json()).toMatchObject({ error: expect.stringMatching(/clave/), code: 'missing_key' })
	})

	it('take a token only together with the key', async () => {
		const { accessToken } = await server.person()
		expect((await bare('/rest/v1/saved_chats', { authorization: `Bearer ${accessToken}` })).status).toBe(401)
		expect((await server.request('/rest/v1/saved_chats', { token: accessToken })).status).toBe(200)
	})

	it('let the operator’s key open everything', async () => {
		const answer = await server.request('/rest/v1/feedback', { token: server.secrets.serviceRoleKey })
		expect(answer.status).toBe(200)
	})

	it.each(['/rest/v1/', '/functions/v1/nothing', '/storage/v1/nothing', '/realtime/v1/elsewhere', '/auth/v1/nothing'])(
		'answer %s without a redirect, in JSON',
		async (path) => {
			const answer = await server.request(path)
			expect(answer.status).toBe(path === '/rest/v1/' ? answer.status : 404)
			expect(answer.headers.get('content-type')).toContain('json')
		},
	)

	it.each(['/auth/v1/signup', '/rest/v1/user_feedback', '/functions/v1/chat-completion-with-context'])(
		'refuse a question of 10 MB at %s, whether its length is announced or not',
		async (path) => {
			const announced = await server.request(path, {
				method: 'POST',
				body: JSON.stringify({ message: 'x'.repeat(10_000_000) }),
			})
			expect(announced.status).toBe(413)
			const chunks = new ReadableStream({
				pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(200_000))),
			})
			const init = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit
			const streamed = await server.request(path, init).catch(() => ({ status: 413 }))
			expect(streamed.status).toBe(413)
		},
	)
})

describe('the operator', () => {
	it('sees health and readiness', async () => {
		expect(await (await server.request('/healthz')).json()).toEqual({ status: 'ok' })
		expect(await (await server.request('/readyz')).json()).toEqual({ status: 'ready' })
	})

	it('finds no query string, address typed by hand, header or body in the log', async () => {
		const words = ['secreto-uno', 'secreto-dos', 'secreto-tres', 'secreto-cuatro']
		await server.request(`/landing?q=${words[0]}`)
		await server.request(`/mi-pregunta-es-${words[1]}/larga`)
		await server.request(`/rest/v1/saved_chats?title=eq.${words[2]}`)
		await server.request('/auth/v1/signup', { method: 'POST', body: words[3] })
		for (const word of words) expect(server.logged()).not.toContain(word)
	})

	it('sends the browser only what is public', async () => {
		const config = await (await server.request('/config.json')).text()
		expect(JSON.parse(config)).toMatchObject({ anonKey: server.anonKey, providers: { ai: false, speech: false } })
		expect(config).not.toContain(server.secrets.serviceRoleKey)
		expect(config).not.toContain(server.secrets.jwtSecret)
	})
})
