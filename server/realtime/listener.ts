// The one connection of this process that hears of changes. It is opened when somebody first wants to know of them. When
// it breaks, changes may have been missed: whoever waits for some is told, asks again, and so opens the next one.
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Change, readAnnouncement } from './change.ts'

export type Listener = {
	/** Resolves when every change from now on will be heard. */
	ready(): Promise<void>
	/** Proves that the connection still lives; one that does not answer is given up. */
	check(): Promise<void>
	close(): Promise<void>
}

export type ListenerParts = {
	pool: pg.Pool
	log: Logger
	onChange(change: Change): void
	onLost(): void
}

const answerMs = 5000
/** Saying it again changes nothing. */
const subscription = 'listen faro_changes'

export function createListener({ pool, log, onChange, onLost }: ListenerParts): Listener {
	let current: Promise<pg.PoolClient> | undefined

	async function open(): Promise<pg.PoolClient> {
		const client = await pool.connect()
		const lose = (error?: Error) => {
			if (!client.listenerCount('notification')) return
			client.removeAllListeners('notification')
			client.release(true)
			current = undefined
			log.warn({ err: error }, 'changes are not heard any more')
			onLost()
		}
		client.on('notification', ({ payload = '' }) => {
			const change = readAnnouncement(payload, new Date())
			if (change) onChange(change)
		})
		client.once('end', lose)
		client.on('error', lose)
		try {
			await client.query(subscription)
			return client
		} catch (error) {
			lose(error as Error)
			throw error
		}
	}

	return {
		async ready() {
			if (!current) {
				const opening = open()
				current = opening
				opening.catch(() => {
					// Not the one that somebody opened since.
					if (current === opening) current = undefined
				})
			}
			await current
		},
		async check() {
			const client = await current?.catch(() => undefined)
			if (!client) return
			const late = setTimeout(() => client.emit('error', new Error('the database does not answer')), answerMs)
			await client.query(subscription).catch((error) => client.emit('error', error))
			clearTimeout(late)
		},
		async close() {
			const client = await current?.catch(() => undefined)
			current = undefined
			client?.removeAllListeners('notification')
			client?.removeAllListeners('end')
			client?.release(true)
		},
	}
}
