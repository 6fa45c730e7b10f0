// Puts the assembled app on a port; a port in use is said in one line.
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { StartFailure } from './failure.ts'

export type Listening = { port: number; close(): Promise<void> }

/** How long an answer under way may take when the server stops. */
const drainMs = 5000

export async function listen(app: Hono<AppEnv>, { host, port }: { host: string; port: number }): Promise<Listening> {
	const server = createAdaptorServer({ fetch: app.fetch }) as import('node:http').Server
	// A client that sends its request byte by byte gets no further than this.
	server.headersTimeout = 10_000
	server.requestTimeout = 60_000
	server.maxHeadersCount = 100
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
