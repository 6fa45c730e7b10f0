// One socket: reads messages in order, keeps to the limits, and cuts off whoever floods it or does not read.
import type { WebSocket } from 'ws'
import { createAllowance } from './allowance.ts'
import type { Channel } from './channel.ts'
import { maxWaitingBytes, maxWaitingMessages } from './limits.ts'
import { decodeMessage, encodeMessage, type Message, type Version } from './messages.ts'

export type Connection = {
	/** The key of the socket's address, for channels that bring no token. */
	readonly key: string
	readonly channels: Map<string, Channel>
	readonly isOpen: boolean
	/** In milliseconds since 1970. */
	readonly lastHeardAt: number
	/** Numbers that no two bindings of this socket share. */
	nextBindingId(): number
	send(message: Message): void
	/** Says goodbye and closes. */
	close(code: number, reason: string): void
	/** Closes without waiting for an answer. */
	cut(): void
}

export type ConnectionOptions = {
	version: Version
	key: string
	now(): number
	/** Messages come one after the other: the next one when this has resolved. Must not fail. */
	onMessage(connection: Connection, message: Message): Promise<void>
	onClose(connection: Connection): void
}

/** Why a socket is closed, as web sockets number it. */
export const closeCodes = { leaving: 1001, unreadable: 1007, policy: 1008 } as const

export function openConnection(socket: WebSocket, options: ConnectionOptions): Connection {
	const { version, key, now, onMessage, onClose } = options
	const allowance = createAllowance(now)
	let lastHeardAt = now()
	let lastBindingId = 0
	let handled = Promise.resolve()
	let waiting = 0

	const connection: Connection = {
		key,
		channels: new Map(),
		get isOpen() {
			return socket.readyState === socket.OPEN
		},
		get lastHeardAt() {
			return lastHeardAt
		},
		nextBindingId: () => ++lastBindingId,
		send(message) {
			if (socket.readyState !== socket.OPEN) return
			if (socket.bufferedAmount > maxWaitingBytes) return socket.terminate()
			socket.send(encodeMessage(version, message))
		},
		close: (code, reason) => socket.close(code, reason),
		cut: () => socket.terminate(),
	}

	/** False past what the socket may send. */
	const hear = () => {
		lastHeardAt = now()
		return allowance.take()
	}

	socket.on('ping', () => hear() || socket.terminate())
	socket.on('message', (data, isBinary) => {
		if (!connection.isOpen) return
		if (!hear()) return socket.close(closeCodes.policy, 'Too many messages per second')
		const message = decodeMessage(version, data as Buffer, isBinary)
		if (!message) return socket.close(closeCodes.unreadable, 'Unreadable message')
		if (++waiting === maxWaitingMessages) socket.pause()
		handled = handled.then(async () => {
			if (connection.isOpen) await onMessage(connection, message)
			if (waiting-- === maxWaitingMessages) socket.resume()
		})
	})
	// What is wrong with a socket ends it; there is nothing else to do about it.
	socket.on('error', () => socket.terminate())
	socket.once('close', () => onClose(connection))
	return connection
}
