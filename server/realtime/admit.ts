// Who may open a socket: the address and the version are known, and the key in the query is one of ours.
import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RealtimeError, refusalNamed } from './errors.ts'
import { type Version, versions } from './messages.ts'
import type { Identify } from './parts.ts'

export type Admission = { version: Version; key: string }

export const socketPath = '/realtime/v1/websocket'

export async function admit(request: IncomingMessage, identify: Identify): Promise<Admission> {
	const url = readUrl(request)
	if (url?.pathname !== socketPath) throw new RealtimeError('not_found')
	// Phoenix takes a client that names no version for one of the first.
	const asked = url.searchParams.get('vsn') ?? '1.0.0'
	const version = versions.find((known) => known === asked)
	if (!version) throw new RealtimeError('unknown_version')
	const header = request.headers.apikey
	const key = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '')
	const caller = await identify(key || undefined, undefined)
	if (typeof caller === 'string') throw new RealtimeError(refusalNamed(caller))
	return { version, key }
}

/** Answers in HTTP, since there is no socket yet, and ends the connection. */
export function refuseUpgrade(socket: Duplex, error: unknown) {
	const { status, message } = error instanceof RealtimeError ? error : { status: 500, message: 'Internal server error' }
	const body = JSON.stringify({ message })
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Connection: close',
		'Content-Type: application/json',
		`Content-Length: ${Buffer.byteLength(body)}`,
		...(status === 429 ? ['Retry-After: 60'] : []),
	]
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function readUrl({ url = '' }: IncomingMessage): URL | undefined {
	return URL.parse(url, 'http://localhost') ?? undefined
}
