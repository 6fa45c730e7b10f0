// What a caller meets who does too much, through the whole server.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let rosa: Person
let juan: Person
beforeAll(async () => {
	// Requests name their own address, as if a proxy had seen it.
	server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
	rosa = await server.person()
	juan = await server.person()
})
afterAll(() => server.close())
beforeEach(() => server.database.query({ text: 'delete from faro.rate_limits' }))

const message = { first_name: 'Ana', last_name: 'Gil', email: 'ana@example.org', message: 'Muchas gracias a todos' }

function sendMessage(address: string, token?: string, body: unknown = message, path = 'user_feedback') {
	return server.request(`/rest/v1/${path}`, {
		method: 'POST',
		body: JSON.stringify(body),
		headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
		token,
	})
}

function ask(person: Person, body = JSON.stringify({ message: '¿Qué es el formulario I-130?' })) {
	const path = '/functions/v1/chat-completion-with-context'
	return server.request(path, { method: 'POST', body, token: person.accessToken })
}

async function statuses(times: number, call: () => Promise<Response>): Promise<number[]> {
	return (await Promise.all(Array.from({ length: times }, call))).map(({ status }) => status).sort()
}

describe('public messages', () => {
	it('are five in an hour from one address, visitors and people together', async () => {
		expect(await statuses(3, () => sendMessage('198.51.100.7'))).toEqual([201, 201, 201])
		const signedIn = () => sendMessage('198.51.100.7', rosa.accessToken)
		expect(await statuses(4, signedIn)).toEqual([201, 201, 429, 429])
		const refused = await sendMessage('198.51.100.7')
		expect(refused.status).toBe(429)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
		expect(await refused.json()).toEqual({
			code: 'PGRST000',
			message: 'Too many requests',
			details: null,
			hint: 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.',
		})
		expect((await sendMessage('198.51.100.8')).status).toBe(201)
	})

	it.each(['user_feedback?select=message', 'user%5Ffeedback', 'user_feedback?', '%75ser_feedback'])(
		'are counted at %s too',
		async (path) => {
			const answers = await statuses(9, () => sendMessage('198.51.100.7', undefined, message, path))
			expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
		},
	)

	it('come one at a time, unless the operator’s programs bring them', async () => {
		const list = [message, message]
		expect((await sendMessage('198.51.100.7', undefined, list)).status).toBe(400)
		expect((await sendMessage('198.51.100.7', rosa.accessToken, list)).status).toBe(400)
		expect((await sendMessage('198.51.100.7', server.secrets.serviceRoleKey, list)).status).toBe(201)
		expect(await statuses(9, () => sendMessage('198.51.100.9', server.secrets.serviceRoleKey))).toEqual(
			Array(9).fill(201),
		)
	})

	it('are counted by the network of an IPv6 address, not by what a visitor forges', async () => {
		let host = 0
		const fromOneHouse = () => sendMessage(`198.51.100.${++host}, 2001:db8:1:2::${host}`)
		expect(await statuses(7, fromOneHouse)).toEqual([201, 201, 201, 201, 201, 429, 429])
	})

	it('leave every other table uncounted', async () => {
		const save = () =>
			server.request('/rest/v1/saved_chats', {
				method: 'POST',
				body: JSON.stringify({ title: 't', content: '{"question":"q","answer":"a"}' }),
				headers: { 'content-type': 'application/json' },
				token: rosa.accessToken,
			})
		expect(await statuses(12, save)).toEqual(Array(12).fill(201))
	})
})

describe('questions', () => {
	it('are twenty in a minute of one person, whatever their address', async () => {
		const answers = await statuses(23, () => ask(rosa))
		expect(answers).toEqual([...Array(20).fill(200), 429, 429, 429])
		const refused = await ask(rosa)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
		expect(await refused.json()).toEqual({
			error: 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.',
			code: 'rate_limited',
		})
		expect((await ask(juan)).status).toBe(200)
	})

	it('that are malformed count as well', async () => {
		const answers = await statuses(22, () => ask(rosa, 'not JSON'))
		expect(answers).toEqual([...Array(20).fill(400), 429, 429])
	})

	it('are counted in the database and may be asked again when the minute is over', async () => {
		expect(await statuses(20, () => ask(rosa))).toEqual(Array(20).fill(200))
		await server.database.query({ text: 'update faro.rate_limits set expire = expire - 61000' })
		expect((await ask(rosa)).status).toBe(200)
	})
})

it('a client that goes away in the middle of its body is nobody’s failure', async () => {
	const { port } = new URL(server.url)
	for (const path of ['/rest/v1/user_feedback', '/auth/v1/signup', '/functions/v1/clear-context']) {
		const before = server.logged().length
		const socket = connect({ port: Number(port), host: '127.0.0.1' })
		const headers = `Host: faro\r\napikey: ${server.anonKey}\r\nContent-Type: application/json\r\nContent-Length: 1000`
		socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n`)
		await once(socket, 'data')
		socket.end('{"first')
		await expect.poll(() => server.logged().slice(before)).toContain('"msg":"request')
		expect(server.logged().slice(before)).not.toContain('"level":50')
	}
})
