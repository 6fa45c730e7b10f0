// Listens as clients do: with the official client, and with a bare socket for what the official client never sends.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RealtimeClient } from '@supabase/realtime-js'
import type pg from 'pg'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { createTokens } from '../auth/tokens.ts'
import { createDatabase } from '../database/database.ts'
import { identifier } from '../http/authenticate.ts'
import { createRealtime, type Realtime } from '../realtime/realtime.ts'
import { testDatabase } from './database.ts'
import type { Person } from './server.ts'

type Reachable = { url: string; anonKey: string }

export type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: Payload }
type Payload = { status?: string; response?: { reason?: string; postgres_changes?: { id: number }[] } } & Record<
	string,
	unknown
>

/** The official client, as this person or as a visitor. Disconnect it at the end of the test. */
export function liveClient(server: Reachable, person?: Pick<Person, 'accessToken'>, version = '2.0.0'): RealtimeClient {
	return new RealtimeClient(`${socketUrl(server)}`, {
		params: { apikey: server.anonKey },
		accessToken: async () => person?.accessToken ?? server.anonKey,
		vsn: version,
	})
}

export type BareSocket = {
	socket: WebSocket
	/** In the form of version 2.0.0. */
	send(event: string, payload?: unknown, options?: { topic?: string; ref?: string; joinRef?: string }): void
	/** The next frame that `isWanted`; those before it are passed over. */
	next(isWanted: (frame: Frame) => boolean): Promise<Frame>
	/** The answer to what was sent with `ref`. */
	answer(ref?: string): Promise<Frame['payload']>
	/** Joins 'realtime:lista' and gives the answer. */
	join(config?: unknown, token?: string, topic?: string): Promise<Frame['payload']>
	/** The number and the words the socket was closed with. */
	closed: Promise<{ code: number; reason: string }>
}

/** Open when it resolves. */
export async function bareSocket(server: Reachable, query = `apikey=${server.anonKey}&vsn=2.0.0`): Promise<BareSocket> {
	const socket = new WebSocket(`${socketUrl(server)}/websocket?${query}`)
	const frames: Frame[] = []
	let wake = () => {}
	socket.on('message', (data) => {
		const [joinRef, ref, topic, event, payload] = JSON.parse(String(data))
		frames.push({ joinRef, ref, topic, event, payload })
		wake()
	})
	const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
	await once(socket, 'open')
	const bare: BareSocket = {
		socket,
		closed,
		send: (event, payload = {}, { topic = 'realtime:lista', ref = '1', joinRef = '1' } = {}) =>
			socket.send(JSON.stringify([joinRef, ref, topic, event, payload])),
		async next(isWanted) {
			for (;;) {
				const frame = frames.shift()
				if (!frame) await new Promise<void>((resolve) => (wake = resolve))
				else if (isWanted(frame)) return frame
			}
		},
		async answer(ref = '1') {
			return (await bare.next((frame) => frame.event === 'phx_reply' && frame.ref === ref)).payload
		},
		join(config = {}, token, topic = 'realtime:lista') {
			bare.send('phx_join', { config, access_token: token }, { topic })
			return bare.answer()
		},
	}
	return bare
}

/** The status a socket is refused with, and the words. */
export async function refusedSocket(server: Reachable, query: string, path = 'websocket') {
	const socket = new WebSocket(`${socketUrl(server)}/${path}?${query}`)
	const [, response] = await once(socket, 'unexpected-response')
	const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
	return { status: response.statusCode as number, ...JSON.parse(Buffer.concat(chunks).toString()) }
}

function socketUrl({ url }: Reachable): string {
	return `${url.replace('http', 'ws')}/realtime/v1`
}

export type RealtimeServer = Reachable & {
	realtime: Realtime
	pool: pg.Pool
	/** Somebody new with a session; the row and the token are made now, as the clock has it. */
	person(): Promise<{ userId: string; sessionId: string; accessToken: string }>
	/** A newer token of the same session. */
	token(person: { userId: string; sessionId: string }): Promise<string>
	save(userId: string, title: string): Promise<string>
	close(): Promise<void>
}

/** The base alone, so that its clock and its limits can be set. Close it in `afterAll`. */
export async function realtimeServer(
	options: { clock?: () => Date; socketsPerAddress?: number } = {},
): Promise<RealtimeServer> {
	const { clock = () => new Date(), socketsPerAddress = Number.POSITIVE_INFINITY } = options
	const { pool, close: closeDatabase } = await testDatabase()
	const tokens = createTokens(['a secret of thirty-two characters'], 'http://localhost/auth/v1', clock)
	const anonKey = 'the-public-key'
	const realtime = createRealtime({
		database: createDatabase(pool),
		pool,
		identify: identifier({ anonKey, serviceRoleKey: 'the-service-key-of-32-characters' }, tokens),
		addressOf: ({ socket }) => socket.remoteAddress ?? '',
		socketsPerAddress,
		log: pino({ level: 'silent' }),
		clock,
	})
	const server = createServer().on('upgrade', realtime.upgrade)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const token = async ({ userId, sessionId }: { userId: string; sessionId: string }) =>
		(await tokens.sign({ sub: userId, session_id: sessionId })).token

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		anonKey,
		realtime,
		pool,
		token,
		async person() {
			const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
			await pool.query('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.org`])
			await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
			return { userId, sessionId, accessToken: await token({ userId, sessionId }) }
		},
		async save(userId, title) {
			const text = "insert into public.saved_chats (user_id, title, content) values ($1, $2, '{}') returning id"
			return (await pool.query(text, [userId, title])).rows[0].id
		},
		async close() {
			await realtime.close()
			await new Promise((resolve) => server.close(resolve))
			await closeDatabase()
		},
	}
}
