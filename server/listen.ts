// Puts the assembled app on a port; a port in use is said in one line. Slow and greedy clients find an end here: in time,
// in the size of headers, and in connections at once.
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import type { Config } from './config.ts'
import { StartFailure } from './failure.ts'
import { networkOf } from './limits/network.ts'

export type Listening = { port: number; close(): Promise<void> }

/** How long an answer under way may take when the server stops. */
const drainMs = 5000

/** What a client may take, in milliseconds. */
const patience = {
	/** Until all headers are here. */
	headers: 10_000,
	/** Until the whole body is here: a letter of 14 MB over a slow telephone. */
	request: 300_000,
	/** Without a byte in either direction; an answer nobody reads ends here. */
	idle: 300_000,
	keepAlive: 5000,
}
const connectionsInAll = 10_000

export type ListenOptions = {
	host: string
	port: number
	/** At the same time, of one address. */
	connectionsPerAddress: number
	patience?: Partial<typeof patience>
	/** Takes over connections whose client asks for a web socket; without it they are answered as plain requests. */
	upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

/** Behind a proxy every connection comes from the proxy, so there is nothing to tell people apart by. */
export function connectionsPerAddress({ rateLimits, trustProxy }: Config): number {
	return rateLimits && trustProxy === 0 ? 200 : Number.POSITIVE_INFINITY
}

export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
	const { host, port } = options
	const server = createServer(app, { ...patience, ...options.patience })
	limitConnections(server, options.connectionsPerAddress)
	if (options.upgrade) takeUpgrades(server, options.upgrade)
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
		server.listen(port, host, resolve)
	})
	return {
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				const force = setTimeout(() => server.closeAllConnections(), drainMs)
				server.close(() => {
					clearTimeout(force)
					resolve()
				})
				server.closeIdleConnections()
			}),
	}
}

function createServer(app: Hono<AppEnv>, { headers, request, idle, keepAlive }: typeof patience): Server {
	const serverOptions = {
		headersTimeout: headers,
		requestTimeout: request,
		keepAliveTimeout: keepAlive,
		// How often those times are looked at.
		connectionsCheckingInterval: Math.min(1000, headers),
		maxHeaderSize: 16_384,
	}
	const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server
	server.maxHeadersCount = 100
	return server.setTimeout(idle)
}

function takeUpgrades(server: Server, upgrade: NonNullable<ListenOptions['upgrade']>) {
	// Whoever offers another protocol, as curl does with HTTP/2, gets an answer in this one.
	Object.assign(server, { shouldUpgradeCallback: isWebSocket })
	server.on('upgrade', upgrade)
}

function isWebSocket({ headers }: IncomingMessage): boolean {
	return headers.upgrade?.toLowerCase() === 'websocket'
}

function limitConnections(server: Server, mostPerAddress: number) {
	const open = new Map<string, number>()
	server.maxConnections = connectionsInAll
	server.on('connection', (socket) => {
		const network = networkOf(socket.remoteAddress ?? '')
		const count = (open.get(network) ?? 0) + 1
		open.set(network, count)
		socket.once('close', () => {
			const left = (open.get(network) ?? 1) - 1
			if (left === 0) open.delete(network)
			else open.set(network, left)
		})
		if (count > mostPerAddress) socket.destroy()
	})
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
	const reasons: Record<string, string> = {
		EADDRINUSE: `PORT: ${port} is in use on ${host}; stop the other program or choose another one, such as PORT=${port + 1}`,
		EACCES: `PORT: ${port} needs more rights than this user has; choose one above 1023`,
		EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
		ENOTFOUND: `HOST: ${host} is not known`,
	}
	return new StartFailure(reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`, {
		cause: error,
	})
}
