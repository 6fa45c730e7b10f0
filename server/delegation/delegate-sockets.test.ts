// What a client may do on a socket that goes on to another service, and what that service gets to hear.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSilent } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { bareSocket, refusedSocket } from '../testing/realtime.ts'
import { createSocketDelegate, type SocketParts } from './delegate-sockets.ts'

async function listening(server: NodeJS.EventEmitter & { address(): unknown }): Promise<number> {
	await once(server, 'listening')
	return (server.address() as AddressInfo).port
}

/** A service that agrees to every join, and what it heard. */
async function agreeable() {
	const heard: string[] = []
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	server.on('connection', (socket) =>
		socket.on('message', (data) => {
			heard.push(String(data))
			const [joinRef, ref, topic] = JSON.parse(String(data))
			socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]))
		}),
	)
	onTestFinished(() => {
		for (const socket of server.clients) socket.terminate()
		server.close()
	})
	return { url: `http://127.0.0.1:${await listening(server)}`, heard }
}

/** Passes sockets on to `upstream`; tokens in `dead` open nothing. */
async function front(upstream: string, more: Partial<SocketParts> = {}) {
	const dead = new Set(['dead'])
	const delegate = createSocketDelegate({
		upstream,
		publicUrl: 'https://faro.example.org',
		identify: async (_, authorization) =>
			dead.has(authorization?.slice('Bearer '.length) ?? '') ? 'invalid_token' : { role: 'anon' },
		addressOf: ({ socket }) => socket.remoteAddress ?? '',
		socketsPerAddress: 10,
		log: pino({ level: 'silent' }),
		...more,
	})
	const server = createServer().on('upgrade', delegate.upgrade).listen(0, '127.0.0.1')
	const port = await listening(server)
	onTestFinished(async () => {
		await delegate.close()
		server.closeAllConnections()
		server.close()
	})
	return { url: `http://127.0.0.1:${port}`, anonKey: 'k', delegate, dead }
}

it('counts sockets that are still on their way to the service', async () => {
	const waiting: unknown[] = []
	const silent = createSilent((socket) => {
		waiting.push(socket.on('error', () => {}))
	}).listen(0, '127.0.0.1')
	const here = await front(`http://127.0.0.1:${await listening(silent)}`, { socketsPerAddress: 2, handshakeMs: 60_000 })
	const sockets = [1, 2].map(
		() => new WebSocket(`${here.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=k&vsn=2.0.0`),
	)
	onTestFinished(() => {
		for (const socket of sockets) socket.on('error', () => {}).terminate()
		silent.close()
		for (const socket of waiting) (socket as { destroy(): void }).destroy()
	})
	await expect.poll(() => waiting.length).toBe(2)
	expect(await refusedSocket(here, 'apikey=k&vsn=2.0.0')).toMatchObject({ status: 429 })
})

it('gives the place of a socket that closed to another one', async () => {
	const here = await front((await agreeable()).url, { socketsPerAddress: 1 })
	const first = await bareSocket(here)
	expect(await refusedSocket(here, 'apikey=k&vsn=2.0.0')).toMatchObject({ status: 429 })
	first.socket.close()
	await first.closed
	await expect
		.poll(() =>
			bareSocket(here).then(
				({ socket }) => socket.close(),
				() => 'refused',
			),
		)
		.not.toBe('refused')
})

it.each(['access_token', 'user_token'])('a join with a dead %s goes no further', async (name) => {
	const service = await agreeable()
	const bare = await bareSocket(await front(service.url))
	bare.send('phx_join', { config: {}, [name]: 'dead' })
	expect((await bare.answer()).status).toBe('error')
	expect(service.heard).toEqual([])
})

// Whoever believes the first of two would have opened the channel with a token that nobody looked at.
it('a token that stands there twice is passed on once, as it was looked at', async () => {
	const service = await agreeable()
	const bare = await bareSocket(await front(service.url))
	bare.socket.send('["1","1","realtime:lista","phx_join",{"access_token":"dead","access_token":"alive"}]')
	expect((await bare.answer()).status).toBe('ok')
	expect(service.heard).toEqual(['["1","1","realtime:lista","phx_join",{"access_token":"alive"}]'])
})

it.each([
	['really left', '1', true],
	['left by another ref, which leaves nothing,', '2', false],
])('a channel that was %s is looked at accordingly', async (_, joinRef, staysOpen) => {
	const here = await front((await agreeable()).url)
	const bare = await bareSocket(here)
	await bare.join({}, 'alive')
	bare.send('phx_leave', {}, { joinRef, ref: '9' })
	await bare.answer('9')
	here.dead.add('alive')
	await here.delegate.sweep()
	if (staysOpen) {
		bare.send('heartbeat', {}, { topic: 'phoenix', ref: '10' })
		expect((await bare.answer('10')).status).toBe('ok')
	} else expect((await bare.closed).code).toBe(1008)
})

it('a newer token takes the place of the one before', async () => {
	const here = await front((await agreeable()).url)
	const bare = await bareSocket(here)
	await bare.join({}, 'alive')
	bare.send('access_token', { access_token: 'newer' }, { ref: '9' })
	await bare.answer('9')
	here.dead.add('alive')
	await here.delegate.sweep()
	bare.send('heartbeat', {}, { topic: 'phoenix', ref: '10' })
	expect((await bare.answer('10')).status).toBe('ok')
	here.dead.add('newer')
	await here.delegate.sweep()
	expect((await bare.closed).code).toBe(1008)
})

it.each(['messages', 'pings'])('whoever floods it with %s is cut off', async (kind) => {
	const bare = await bareSocket(await front((await agreeable()).url))
	bare.socket.on('error', () => {})
	for (let count = 0; count < 200; count++)
		if (kind === 'pings') bare.socket.ping()
		else bare.send('heartbeat', {}, { topic: 'phoenix' })
	expect([1006, 1008]).toContain((await bare.closed).code)
})
