import { expect, it } from 'vitest'
import type { Caller } from '../database/database.ts'
import type { Channel } from './channel.ts'
import { createRegistry } from './registry.ts'

const rosa: Caller = { role: 'authenticated', userId: 'rosa', sessionId: 'one', claims: {} }

function channelOf(connection: Channel['connection'], joinRef: string): Channel {
	return { connection, topic: 'realtime:lista', joinRef, caller: rosa, token: null, wishes: [], bindings: [] }
}

// The newer one lost its place on the socket: nobody took it away when the socket closed, and it was read for forever.
it('a channel that ends late leaves the one that took its place on the socket', () => {
	const registry = createRegistry()
	const connection = { channels: new Map() } as Channel['connection']
	const [earlier, newer] = [channelOf(connection, '1'), channelOf(connection, '2')]
	registry.add(earlier)
	registry.remove(earlier)
	registry.add(newer)
	registry.remove(earlier)
	expect(connection.channels.get('realtime:lista')).toBe(newer)
	for (const channel of connection.channels.values()) registry.remove(channel)
	expect(registry.all()).toEqual([])
	expect(registry.audiences()).toEqual([])
})
