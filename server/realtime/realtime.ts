// /realtime/v1 as realtime-js speaks it: Phoenix channels over web sockets, with the changes of tables that carry the
// announcing trigger. Left out: broadcast, presence, private channels. What a subscriber sees is decided by row-level
// security alone: every row is read again in their name before it is passed on.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Database } from '../database/database.ts'
import { networkOf } from '../limits/network.ts'
import { type Admission, admit, refuseUpgrade } from './admit.ts'
import type { Change } from './change.ts'
import { pushFailure } from './channel.ts'
import { type Connection, closeCodes, openConnection } from './connection.ts'
import { audiencesOf, deliverChange } from './deliver-change.ts'
import { RealtimeError } from './errors.ts'
import { handleMessage } from './handle-message.ts'
import { createLanes } from './lanes.ts'
import { farewellMs, maxMessageBytes, maxWaitingChanges, readsAtOnce, sweepMs } from './limits.ts'
import { createListener } from './listener.ts'
import type { Identify } from './parts.ts'
import { createRegistry } from './registry.ts'
import { cutSilent, endedElsewhere, endedHere, endSessions } from './sweep.ts'
import { announcedTables } from './tables.ts'

export type Realtime = {
	/** Takes over a connection whose client asked for a web socket. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
	/** Ends what has run out: sessions, tokens, silent sockets. Happens by itself every half minute. */
	sweep(): Promise<void>
	/** Closes every socket and stops listening. */
	close(): Promise<void>
}

export type RealtimeParts = {
	database: Pick<Database, 'query' | 'runAs'>
	/** One of its connections hears of changes. */
	pool: pg.Pool
	identify: Identify
	/** Sessions are another service's, which `identify` asks; false unless told. */
	sessionsElsewhere?: boolean
	addressOf(request: IncomingMessage): string
	/** Sockets at the same time, of one address. */
	socketsPerAddress: number
	log: Logger
	clock?: () => Date
}

export function createRealtime(parts: RealtimeParts): Realtime {
	const { database, pool, log, sessionsElsewhere = false, clock = () => new Date() } = parts
	const registry = createRegistry()
	const tables = announcedTables(database)
	const connections = new Map<Connection, string>()
	const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, clientTracking: false })
	const findEnded = sessionsElsewhere ? endedElsewhere(parts.identify) : endedHere(database)
	let isClosing = false

	const restart = (audience: string) => {
		for (const channel of registry.channelsOf(audience)) {
			registry.remove(channel)
			pushFailure(channel)
		}
	}
	const lanes = createLanes<Change>({
		lanesAtOnce: readsAtOnce,
		longestLane: maxWaitingChanges,
		work: (audience, change) => deliverChange({ database, registry, tables, log, now: clock }, audience, change),
		onOverflow: restart,
	})
	const listener = createListener({
		pool,
		log,
		onLost: () => registry.audiences().forEach(restart),
		onChange(change) {
			for (const audience of audiencesOf(change, registry.audiences()))
				if (registry.channelsOf(audience).length > 0) lanes.add(audience, change)
		},
	})
	const conversation = { database, identify: parts.identify, registry, listener, tables, log }

	const sweep = async () => {
		cutSilent(connections.keys(), clock())
		await endSessions(registry, findEnded, clock())
		await listener.check()
	}
	const sweeping = setInterval(() => {
		sweep().catch((error) => log.error({ err: error }, 'ended sessions could not be looked for'))
	}, sweepMs)
	sweeping.unref()

	function open(socket: WebSocket, network: string, { version, key }: Admission) {
		const connection = openConnection(socket, {
			version,
			key,
			now: () => clock().getTime(),
			onMessage: (from, message) =>
				handleMessage(conversation, from, message).catch((error) => {
					log.error({ err: error }, 'a message could not be handled')
					from.cut()
				}),
			onClose(closed) {
				for (const channel of closed.channels.values()) registry.remove(channel)
				connections.delete(closed)
				log.debug({ sockets: connections.size }, 'socket closed')
			},
		})
		connections.set(connection, network)
		log.debug({ sockets: connections.size }, 'socket opened')
	}

	return {
		async upgrade(request, socket, head) {
			// Until the socket is taken over, nobody else would notice that it broke.
			socket.on('error', () => socket.destroy())
			try {
				const network = networkOf(parts.addressOf(request))
				const admission = await admit(request, parts.identify)
				if (isClosing) throw new RealtimeError('stopping')
				const ofAddress = [...connections.values()].filter((other) => other === network)
				if (ofAddress.length >= parts.socketsPerAddress) throw new RealtimeError('too_many_of_address')
				server.handleUpgrade(request, socket, head, (opened) => open(opened, network, admission))
			} catch (error) {
				if (!(error instanceof RealtimeError)) log.error({ err: error }, 'a socket could not be opened')
				refuseUpgrade(socket, error)
			}
		},
		sweep,
		async close() {
			isClosing = true
			clearInterval(sweeping)
			for (const connection of connections.keys()) connection.close(closeCodes.leaving, 'The server is restarting')
			await allClosed(connections)
			await lanes.stop()
			await listener.close()
		},
	}
}

/** Whoever does not answer the goodbye in time is cut off. */
async function allClosed(connections: Map<Connection, string>): Promise<void> {
	const deadline = Date.now() + farewellMs
	while (connections.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
	for (const connection of connections.keys()) connection.cut()
}
