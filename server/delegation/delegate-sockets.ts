// Hands /realtime/v1 to a service elsewhere: a socket to the client, a socket to the upstream, and what one says the other
// hears. Every access token in a message is verified before it goes on, and again every half minute.
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Identify } from '../http/authenticate.ts'
import { networkOf } from '../limits/network.ts'
import { type Admission, admit, refuseUpgrade } from '../realtime/admit.ts'
import { createAllowance } from '../realtime/allowance.ts'
import { RealtimeError, type RealtimeErrorName, reasonOf, refusalNamed } from '../realtime/errors.ts'
import { maxMessageBytes, maxWaitingBytes, maxWaitingMessages, silenceMs, sweepMs } from '../realtime/limits.ts'
import { decodeMessage, encodeMessage } from '../realtime/messages.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { headersToUpstream, isGoingRound } from './forwarded-headers.ts'
import { createSocketTokens, type SocketTokens } from './socket-tokens.ts'

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

type Pair = {
	client: WebSocket
	upstream: WebSocket
	admission: Admission
	tokens: SocketTokens
	heardAt: number
}
const policyViolation = 1008
const maxUpstreamBytes = 1024 * 1024
/** `user_token` is what an older client calls it, and services still listen. */
const payloadSchema = z.looseObject({
	access_token: z.string().max(8192).nullish(),
	user_token: z.string().max(8192).nullish(),
})

export function createSocketDelegate(parts: SocketParts): Realtime {
	const { log, identify } = parts
	const pairs = new Set<Pair>()
	/** Sockets by network, those included whose upstream has not answered yet. */
	const taken = new Map<string, number>()
	const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, clientTracking: false })
	let isClosing = false
	let isSweeping = false

	const sweep = async () => {
		for (const pair of pairs) {
			if (Date.now() - pair.heardAt > silenceMs) pair.client.terminate()
			for (const token of pair.tokens.all())
				if (await refusalOf(pair, token)) pair.client.close(policyViolation, reasonOf('session_ended'))
		}
	}
	const sweeping = setInterval(() => {
		// A service that answers slowly is not asked twice at a time.
		if (isSweeping) return
		isSweeping = true
		sweep()
			.catch((err) => log.error({ err }, 'sockets were not swept'))
			.finally(() => {
				isSweeping = false
			})
	}, sweepMs)
	sweeping.unref()

	/** Why this token opens nothing; undefined for a good one. */
	async function refusalOf({ admission: { key } }: Pair, token: string) {
		const verdict = await identify(key, `Bearer ${token}`)
		return typeof verdict === 'string' ? refusalNamed(verdict) : undefined
	}

	/** Gives the place back when called. */
	function takePlace(network: string): () => void {
		const count = taken.get(network) ?? 0
		if (count >= parts.socketsPerAddress) throw new RealtimeError('too_many_of_address')
		taken.set(network, count + 1)
		return () => {
			const left = (taken.get(network) ?? 1) - 1
			if (left > 0) taken.set(network, left)
			else taken.delete(network)
		}
	}

	function join(pair: Pair) {
		const { client, upstream, admission } = pair
		const { version } = admission
		const allowance = createAllowance(Date.now)
		pairs.add(pair)
		let order = Promise.resolve()
		let waiting = 0
		const hear = () => {
			pair.heardAt = Date.now()
			return allowance.take()
		}
		client.on('ping', () => hear() || client.terminate())
		client.on('message', (data: Buffer, isBinary) => {
			if (!hear()) return client.close(policyViolation, 'Too many messages per second')
			if (++waiting === maxWaitingMessages) client.pause()
			order = order
				.then(() => pass(data, isBinary))
				.catch(() => client.terminate())
				.finally(() => {
					if (waiting-- === maxWaitingMessages) client.resume()
				})
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
			const { access_token, user_token } = payloadSchema.safeParse(message.payload).data ?? {}
			const tokens = [access_token, user_token].filter((token) => typeof token === 'string')
			let refusal: RealtimeErrorName | undefined
			for (const token of tokens) refusal ??= await refusalOf(pair, token)
			if (!refusal && !pair.tokens.note(message, tokens)) refusal = 'too_many_channels'
			if (refusal && message.event === 'phx_join') {
				const payload = { status: 'error', response: { reason: reasonOf(refusal) } }
				return client.send(encodeMessage(version, { ...message, event: 'phx_reply', payload }))
			}
			if (refusal) return client.close(policyViolation, reasonOf(refusal))
			send(client, upstream, isBinary ? data : asRead(data), isBinary)
		}
	}

	return {
		async upgrade(request, socket, head) {
			socket.on('error', () => socket.destroy())
			try {
				const admission = await admit(request, identify)
				if (isClosing) throw new RealtimeError('stopping')
				const giveBack = takePlace(networkOf(parts.addressOf(request)))
				if (socket.destroyed) giveBack()
				else socket.once('close', giveBack)
				const upstream = await openUpstream(parts, request, admission)
				if (socket.destroyed || isClosing) return upstream.terminate()
				server.handleUpgrade(request, socket, head, (client) => {
					join({ client, upstream, admission, tokens: createSocketTokens(), heardAt: Date.now() })
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

/** The text as it was understood here: of a name that stands there twice, another reader may believe the other one. */
function asRead(data: Buffer): string {
	return JSON.stringify(JSON.parse(data.toString()))
}

/** Whoever reads too slowly is waited for, by reading less from the other side. */
function send(from: WebSocket, to: WebSocket, data: RawData | string, isBinary: boolean) {
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
