// Hands /realtime/v1 to a service elsewhere: a socket to the client, a socket to the upstream, and what one says the other
// hears. Every access token in a message is verified before it goes on, and again every half minute.
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Identify } from '../http/authenticate.ts'
import { networkOf } from '../limits/network.ts'
import { type Admission, admit, refuseUpgrade } from '../realtime/admit.ts'
import { RealtimeError, reasonOf, refusalNamed } from '../realtime/errors.ts'
import { maxMessageBytes, maxWaitingBytes, silenceMs, sweepMs } from '../realtime/limits.ts'
import { decodeMessage, encodeMessage } from '../realtime/messages.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { headersToUpstream, isGoingRound } from './forwarded-headers.ts'

export type SocketParts = {
	/** Stands for /realtime/v1. */
	upstream: string
	publicUrl: string
	/** Also says whether the session lives. */
	identify: Identify
	addressOf(request: IncomingMessage): string
	socketsPerAddress: number
	log: Logger
	handshakeMs?: number
}

type Pair = { client: WebSocket; upstream: WebSocket; network: string; tokens: Map<string, string>; heardAt: number }
const policyViolation = 1008
const maxUpstreamBytes = 1024 * 1024
const payloadSchema = z.looseObject({ access_token: z.string().max(8192).nullish() })

export function createSocketDelegate(parts: SocketParts): Realtime {
	const { log, identify } = parts
	const pairs = new Set<Pair>()
	const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, clientTracking: false })
	let isClosing = false

	const sweep = async () => {
		for (const pair of pairs) {
			if (Date.now() - pair.heardAt > silenceMs) pair.client.terminate()
			for (const token of new Set(pair.tokens.values()))
				if (await refusalOf(pair, token)) pair.client.close(policyViolation, reasonOf('session_ended'))
		}
	}
	const sweeping = setInterval(() => sweep().catch((err) => log.error({ err }, 'sockets were not swept')), sweepMs)
	sweeping.unref()

	/** Why this token opens nothing; undefined for a good one. */
	async function refusalOf({ client }: Pair, token: string) {
		const verdict = await identify(keys.get(client), `Bearer ${token}`)
		return typeof verdict === 'string' ? refusalNamed(verdict) : undefined
	}
	const keys = new WeakMap<WebSocket, string>()

	function join(pair: Pair, { version, key }: Admission) {
		const { client, upstream } = pair
		keys.set(client, key)
		pairs.add(pair)
		let order = Promise.resolve()
		client.on('message', (data: Buffer, isBinary) => {
			pair.heardAt = Date.now()
			order = order.then(() => pass(data, isBinary)).catch(() => client.terminate())
		})
		upstream.on('message', (data, isBinary) => send(upstream, client, data, isBinary))
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			one.on('error', () => one.terminate())
			one.on('close', (code, reason) => {
				pairs.delete(pair)
				// 1005 and 1006 are never sent: they say that nothing was.
				if (code >= 1000 && ![1004, 1005, 1006, 1015].includes(code)) other.close(code, reason)
				else other.close()
			})
		}

		async function pass(data: Buffer, isBinary: boolean) {
			const message = decodeMessage(version, data, isBinary)
			if (!message) return
			const token = payloadSchema.safeParse(message.payload).data?.access_token
			const refusal = token ? await refusalOf(pair, token) : undefined
			if (refusal && message.event === 'phx_join') {
				const payload = { status: 'error', response: { reason: reasonOf(refusal) } }
				return client.send(encodeMessage(version, { ...message, event: 'phx_reply', payload }))
			}
			if (refusal) return client.close(policyViolation, reasonOf(refusal))
			if (message.event === 'phx_leave') pair.tokens.delete(message.topic)
			else if (token && pair.tokens.size < 100) pair.tokens.set(message.topic, token)
			send(client, upstream, data, isBinary)
		}
	}

	return {
		async upgrade(request, socket, head) {
			socket.on('error', () => socket.destroy())
			try {
				const network = networkOf(parts.addressOf(request))
				const admission = await admit(request, identify)
				if (isClosing) throw new RealtimeError('stopping')
				if ([...pairs].filter((pair) => pair.network === network).length >= parts.socketsPerAddress)
					throw new RealtimeError('too_many_of_address')
				const upstream = await openUpstream(parts, request, admission)
				if (socket.destroyed || isClosing) return upstream.terminate()
				server.handleUpgrade(request, socket, head, (client) => {
					join({ client, upstream, network, tokens: new Map(), heardAt: Date.now() }, admission)
					upstream.resume()
				})
			} catch (error) {
				if (!(error instanceof RealtimeError)) log.error({ err: error }, 'a socket could not be handed on')
				refuseUpgrade(socket, error)
			}
		},
		sweep,
		async close() {
			isClosing = true
			clearInterval(sweeping)
			for (const { client, upstream } of pairs) {
				client.close(1001, 'The server is restarting')
				upstream.terminate()
			}
			await new Promise((resolve) => setTimeout(resolve, pairs.size > 0 ? 100 : 0))
			for (const { client } of pairs) client.terminate()
		},
	}
}

/** Whoever reads too slowly is waited for, by reading less from the other side. */
function send(from: WebSocket, to: WebSocket, data: RawData, isBinary: boolean) {
	if (to.readyState !== WebSocket.OPEN) return
	const isFull = to.bufferedAmount > maxWaitingBytes
	if (isFull) from.pause()
	to.send(data, { binary: isBinary }, () => isFull && from.resume())
}

function openUpstream(
	{ upstream, publicUrl, addressOf, log, handshakeMs = 10_000 }: SocketParts,
	request: IncomingMessage,
	{ key, version }: Admission,
): Promise<WebSocket> {
	if (isGoingRound(request.headers.via)) throw new RealtimeError('upstream_failed')
	const given = new Headers(request.headers.via ? { via: request.headers.via } : {})
	const headers = headersToUpstream(given, { address: addressOf(request), publicUrl })
	const query = new URLSearchParams({ apikey: key, vsn: version })
	const socket = new WebSocket(`${upstream.replace(/^http/, 'ws')}/websocket?${query}`, {
		handshakeTimeout: handshakeMs,
		maxPayload: maxUpstreamBytes,
		headers: Object.fromEntries(headers),
	})
	return new Promise((resolve, reject) => {
		socket.once('open', () => {
			socket.pause()
			resolve(socket)
		})
		socket.once('error', (error: NodeJS.ErrnoException) => {
			log.error({ base: 'realtime', code: error.code }, 'an upstream failed')
			reject(new RealtimeError(/timed out/.test(error.message) ? 'upstream_slow' : 'upstream_failed', error))
		})
	})
}
