import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { delegate } from './delegate.ts'
import { headersToClient, headersToUpstream } from './forwarded-headers.ts'

function front(upstream: string, answerMs?: number) {
	const app = new Hono<AppEnv>()
	app.use((c, next) => {
		c.set('log', pino({ level: 'silent' }))
		c.set('address', '1.2.3.4')
		return next()
	})
	return app.all(
		'/rest/v1/*',
		delegate({ base: 'rest', upstream, publicUrl: 'https://faro.example.org', anonKey: 'k', answerMs }),
	)
}

it('an upstream that does not begin to answer is given up with 504', async () => {
	const server = createServer(() => {}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const answer = await front(url, 50).request('/rest/v1/documents')
	expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([504, 'PGRST003'])
})

it('servers that point at one another are found out', async () => {
	const headers = { via: Array(3).fill('1.1 faro-migrante').join(', ') }
	expect((await front('http://127.0.0.1:9').request('/rest/v1/documents', { headers })).status).toBe(502)
})

it.each(['x%2f..%2fuser_feedback', '..%2Fadmin', 'x%5c%2e%2e%5Cy', 'x/..%5c'])(
	'a step out of the base is not passed on: %s',
	async (path) => {
		expect((await front('http://127.0.0.1:9').request(`http://localhost/rest/v1/${path}`)).status).toBe(404)
	},
)

it('names with dots in them are passed on', async () => {
	expect((await front('http://127.0.0.1:9').request('/rest/v1/a..b%2f.c/...')).status).toBe(502)
})

it('what holds for a whole origin is not an upstream’s to say, nor who a client is its own', () => {
	const answer = { 'clear-site-data': '"*"', 'content-security-policy': '', 'service-worker-allowed': '/', etag: '1' }
	expect(Object.fromEntries(headersToClient(new Headers(answer)))).toEqual({ etag: '1' })
	const asked = {
		'x-original-url': '/x',
		'x-http-method-override': 'PUT',
		'sb-forwarded-for': '6.6.6.6',
		'x-client-ip': '6',
	}
	const to = headersToUpstream(new Headers(asked), { address: '1.2.3.4', publicUrl: 'https://faro.example.org' })
	for (const name of Object.keys(asked)) expect(to.has(name)).toBe(false)
})

it('what belongs to one connection goes no further', () => {
	const from = new Headers({ connection: 'close, X-Hop', 'x-hop': '1', te: 'trailers', host: 'a', 'x-stays': '2' })
	const to = headersToUpstream(from, { address: '1.2.3.4', publicUrl: 'https://faro.example.org' })
	expect(Object.fromEntries(to)).toEqual({
		'accept-encoding': 'identity',
		via: '1.1 faro-migrante',
		'x-forwarded-for': '1.2.3.4',
		'x-forwarded-host': 'faro.example.org',
		'x-forwarded-proto': 'https',
		'x-stays': '2',
	})
})

it('a length is passed on only while it is true', () => {
	expect(headersToClient(new Headers({ 'content-length': '9' })).get('content-length')).toBe('9')
	const decoded = headersToClient(new Headers({ 'content-length': '9', 'content-encoding': 'gzip' }))
	expect([...decoded]).toEqual([])
})
