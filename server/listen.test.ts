// Clients that take more than their share: of time, of headers, of connections.
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { readConfig } from './config.ts'
import { connectionsPerAddress, type ListenOptions, listen } from './listen.ts'

async function serve(app: Hono<AppEnv>, more: Partial<ListenOptions> = {}): Promise<number> {
	const server = await listen(app, {
		host: '127.0.0.1',
		port: 0,
		connectionsPerAddress: Number.POSITIVE_INFINITY,
		...more,
	})
	onTestFinished(server.close)
	return server.port
}

function greeting(): Hono<AppEnv> {
	const app = new Hono<AppEnv>()
	app.all('*', async (c) => c.text(`hola ${(await c.req.text()).length}`))
	app.onError((_, c) => c.text('cut off', 400))
	return app
}

function open(port: number): { socket: Socket; heard: Promise<string> } {
	const socket = connect({ port, host: '127.0.0.1' })
	onTestFinished(() => void socket.destroy())
	const heard = new Promise<string>((resolve) => {
		const chunks: Buffer[] = []
		socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
		socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
	})
	return { socket, heard }
}

/** Writes byte by byte for as long as the server lets it. */
function drip(socket: Socket) {
	const dripping = setInterval(() => socket.write('a'), 5)
	socket.on('close', () => clearInterval(dripping))
}

describe('a slow client', () => {
	it('that sends its headers byte by byte is cut off', async () => {
		const { socket, heard } = open(await serve(greeting(), { patience: { headers: 100 } }))
		socket.write('GET / HTTP/1.1\r\nHost: faro\r\nX-Slow: ')
		drip(socket)
		expect(await heard).toMatch(/^HTTP\/1\.1 408 /)
	})

	it('that sends its body byte by byte is cut off', async () => {
		const port = await serve(greeting(), { patience: { headers: 100, request: 200 } })
		const { socket, heard } = open(port)
		socket.write('POST / HTTP/1.1\r\nHost: faro\r\nContent-Length: 100000\r\n\r\n')
		drip(socket)
		expect(await heard).not.toContain('hola')
	})

	it('that says nothing at all is cut off', async () => {
		const { heard } = open(await serve(greeting(), { patience: { headers: 100, idle: 100 } }))
		expect(await heard).not.toContain('hola')
	})

	it('that never reads its answer is cut off, and the answer is not produced any further', async () => {
		let stopped = () => {}
		const isStopped = new Promise<void>((resolve) => {
			stopped = resolve
		})
		const chunk = new Uint8Array(65_536)
		const endless = () =>
			new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel: () => stopped() })
		const app = new Hono<AppEnv>().get('*', (c) => c.body(endless()))
		const { socket } = open(await serve(app, { patience: { idle: 200 } }))
		socket.pause()
		socket.write('GET / HTTP/1.1\r\nHost: faro\r\n\r\n')
		await isStopped
	})
})

describe('headers', () => {
	it('of more than 16 KB are refused', async () => {
		const { socket, heard } = open(await serve(greeting()))
		socket.write(`GET / HTTP/1.1\r\nHost: faro\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`)
		expect(await heard).toMatch(/^HTTP\/1\.1 431 /)
	})
})

describe('connections of one address', () => {
	it('are as many as allowed; the next is closed, and one that ends makes room', async () => {
		const port = await serve(greeting(), { connectionsPerAddress: 2 })
		const first = open(port)
		open(port)
		expect(await open(port).heard).toBe('')
		first.socket.end('GET / HTTP/1.1\r\nHost: faro\r\nConnection: close\r\n\r\n')
		expect(await first.heard).toContain('hola 0')
		const next = open(port)
		next.socket.write('GET / HTTP/1.1\r\nHost: faro\r\nConnection: close\r\n\r\n')
		expect(await next.heard).toContain('hola 0')
	})

	it('are not counted behind a proxy and without limits', () => {
		expect(connectionsPerAddress(readConfig({}))).toBe(200)
		expect(connectionsPerAddress(readConfig({ TRUST_PROXY: '1' }))).toBe(Number.POSITIVE_INFINITY)
		expect(connectionsPerAddress(readConfig({ RATE_LIMITS: 'off' }))).toBe(Number.POSITIVE_INFINITY)
	})
})
