// Whatever comes in, the answer is one of ours: no 500, and nothing that lies behind it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
	server = await testServer()
	person = await server.person()
})
afterAll(() => server.close())

const calls: [method: string, path: string, fields: string[]][] = [
	['POST', '/signup', ['email', 'phone', 'password', 'data', 'code_challenge', 'code_challenge_method']],
	['POST', '/token?grant_type=password', ['email', 'phone', 'password']],
	['POST', '/token?grant_type=refresh_token', ['refresh_token']],
	['POST', '/token?grant_type=pkce', ['auth_code', 'code_verifier']],
	['POST', '/otp', ['email', 'phone', 'create_user', 'data']],
	['POST', '/verify', ['type', 'email', 'phone', 'token', 'token_hash']],
	['POST', '/resend', ['type', 'email', 'phone']],
	['POST', '/recover', ['email', 'phone']],
	['PUT', '/user', ['email', 'phone', 'password', 'current_password', 'nonce', 'data']],
	['POST', '/admin/users', ['id', 'email', 'phone', 'password', 'app_metadata', 'ban_duration']],
	['POST', '/admin/generate_link', ['type', 'email', 'new_email', 'password']],
	['POST', '/invite', ['email', 'data']],
]

const values: unknown[] = [
	null,
	true,
	0,
	-1,
	1e308,
	'',
	' ',
	'\0',
	'\ud800',
	'a\0b@example.org',
	'ñ@exámple.org',
	'a@example.org',
	'a@example.org\r\nBcc: b@example.org',
	"' or 1=1 --",
	'$(id)',
	'+1305555',
	'+13055550100',
	'1'.repeat(40),
	'x'.repeat(5000),
	'sms',
	'recovery',
	'email_change',
	'123456',
	'una clave larga',
	[],
	['a@example.org'],
	{},
	{ __proto__: null, toString: 'x' },
	{ '\0': 1 },
	{ constructor: { prototype: {} } },
]

/** Repeats itself, so that what it finds can be found again. */
function random(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
		return state / 4_294_967_296
	}
}

it.each(calls)('%s %s answers every body with one of its own errors', async (method, path, fields) => {
	const next = random(path.length)
	const pick = () => values[Math.floor(next() * values.length)]
	for (let round = 0; round < 60; round++) {
		const body = JSON.stringify(Object.fromEntries(fields.filter(() => next() < 0.7).map((name) => [name, pick()])))
		const isAdmin = path.startsWith('/admin') || path === '/invite'
		const headers: Record<string, string> = isAdmin ? { apikey: server.secrets.serviceRoleKey, Authorization: '' } : {}
		const init = { method, body, headers, token: method === 'PUT' ? person.accessToken : server.anonKey }
		const answer = await server.request(`/auth/v1${path}`, init)
		const text = await answer.text()
		expect([answer.status < 500, body]).toEqual([true, body])
		expect(text).not.toMatch(/node_modules|select |insert |relation|syntax|argon2id\$/)
	}
})

it.each([
	['no body', undefined],
	['an empty body', ''],
	['half a body', '{"email":'],
	['a number', '1'],
	['a text', '"x"'],
	['null', 'null'],
	['broken characters', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
])('%s is refused everywhere', async (_, body) => {
	for (const [method, path] of calls.filter(([, path]) => !path.startsWith('/admin') && path !== '/invite')) {
		const token = method === 'PUT' ? person.accessToken : server.anonKey
		const answer = await server.request(`/auth/v1${path}`, { method, body, token })
		expect(answer.status).toBe(400)
	}
})

it('nothing of it stands in the log', () => {
	const failures = server
		.logged()
		.split('\n')
		.filter((line) => line.includes('"level":50'))
	expect(failures).toEqual([])
	expect(server.logged()).not.toContain('13055550100')
	expect(server.logged()).not.toContain('una clave larga')
})
