// Ends what has come to its end without a word: sessions, tokens, sockets nobody speaks on any more.
import type { Database } from '../database/database.ts'
import { type Channel, isExpired, isOpen, pushEnd, viewpointOf } from './channel.ts'
import type { Connection } from './connection.ts'
import type { RealtimeErrorName } from './errors.ts'
import { silenceMs } from './limits.ts'
import type { Identify } from './parts.ts'
import type { Registry } from './registry.ts'

export function cutSilent(connections: Iterable<Connection>, now: Date) {
	for (const connection of connections) if (now.getTime() - connection.lastHeardAt > silenceMs) connection.cut()
}

/** Gives those of the sessions, with their channels, that live no more. */
export type FindEnded = (bySession: Map<string, Channel[]>) => Promise<Set<string>>

export async function endSessions(registry: Registry, findEnded: FindEnded, now: Date): Promise<void> {
	const end = (channel: Channel, reason: RealtimeErrorName) => {
		registry.remove(channel)
		pushEnd(channel, reason)
	}
	for (const channel of registry.all()) if (isExpired(channel, now)) end(channel, 'expired_token')
	const bySession = Map.groupBy(registry.all(), ({ caller }) => ('sessionId' in caller ? caller.sessionId : ''))
	bySession.delete('')
	if (bySession.size === 0) return
	const ended = await findEnded(bySession)
	// It may have ended, or gone on with another session, while that was asked.
	for (const channel of [...bySession.values()].flat())
		if (isOpen(channel) && ended.has(viewpointOf(channel))) end(channel, 'session_ended')
}

/** Sessions in this database. */
export function endedHere({ query }: Pick<Database, 'query'>): FindEnded {
	return async (bySession) => {
		const living = await readLiving(query, [...bySession.keys()])
		return new Set([...bySession.keys()].filter((id) => !living.has(id)))
	}
}

/** Sessions of another service, which is asked about one token of each. Where it cannot be asked they go on. */
export function endedElsewhere(identify: Identify): FindEnded {
	return async (bySession) => {
		const sessions = [...bySession]
		const ended = new Set<string>()
		const ask = async ([id, channels]: [string, Channel[]]) => {
			const { connection, token } = channels[0] as Channel
			const verdict = await identify(connection.key, `Bearer ${token}`)
			if (typeof verdict === 'string' && verdict !== 'upstream_failed') ended.add(id)
		}
		while (sessions.length > 0) await Promise.all(sessions.splice(0, askedAtOnce).map(ask))
		return ended
	}
}

const askedAtOnce = 10

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
