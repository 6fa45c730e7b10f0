// Ends what has come to its end without a word: sessions, tokens, sockets nobody speaks on any more.
import type { Database } from '../database/database.ts'
import { type Channel, isExpired, pushEnd } from './channel.ts'
import type { Connection } from './connection.ts'
import type { RealtimeErrorName } from './errors.ts'
import { silenceMs } from './limits.ts'
import type { Registry } from './registry.ts'

export function cutSilent(connections: Iterable<Connection>, now: Date) {
	for (const connection of connections) if (now.getTime() - connection.lastHeardAt > silenceMs) connection.cut()
}

export async function endSessions(registry: Registry, { query }: Pick<Database, 'query'>, now: Date): Promise<void> {
	const end = (channel: Channel, reason: RealtimeErrorName) => {
		registry.remove(channel)
		pushEnd(channel, reason)
	}
	for (const channel of registry.all()) if (isExpired(channel, now)) end(channel, 'expired_token')
	const bySession = Map.groupBy(registry.all(), ({ caller }) => ('sessionId' in caller ? caller.sessionId : ''))
	bySession.delete('')
	if (bySession.size === 0) return
	const living = await readLiving(query, [...bySession.keys()])
	for (const [sessionId, channels] of bySession)
		if (!living.has(sessionId)) for (const channel of channels) end(channel, 'session_ended')
}

/** The same rule as in faro.enter, for many sessions at once. */
async function readLiving(query: Database['query'], sessionIds: string[]): Promise<Set<string>> {
	const rows = await query<{ id: string }>({
		text: `
			select session.id
			from auth.sessions session
			join auth.users person on person.id = session.user_id
			where session.id = any($1::uuid[])
				and (session.not_after is null or session.not_after > now())
				and person.deleted_at is null
				and (person.banned_until is null or person.banned_until < now())`,
		values: [sessionIds],
	})
	return new Set(rows.map(({ id }) => id))
}
