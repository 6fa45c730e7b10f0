// A client opens a channel: who it speaks for, which changes it wants, and whether it may have them. Wishes that cannot be
// met leave the channel open and are told in a `system` message, as the hosted platform does.
import { z } from 'zod'
import { type Caller, sessionEndedCode } from '../database/database.ts'
import { liveSockets } from '../limits/rules.ts'
import { audienceOf, type Channel, push, pushSystem } from './channel.ts'
import type { Connection } from './connection.ts'
import { RealtimeError, type RealtimeErrorName, reasonOf, refusalNamed } from './errors.ts'
import { maxBindings, maxChannels } from './limits.ts'
import type { Message } from './messages.ts'
import type { ConversationParts } from './parts.ts'
import { prepareBindings } from './prepare-bindings.ts'
import { reply } from './reply.ts'
import { wishSchema } from './wish.ts'

const joinSchema = z.object({
	access_token: z.string().nullish(),
	config: z
		.object({
			private: z.boolean().nullish(),
			postgres_changes: z.array(wishSchema).max(maxBindings).nullish(),
			presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
			broadcast: z.object({ replication_ready: z.boolean().nullish(), replay: z.unknown().optional() }).nullish(),
		})
		.nullish(),
})
type Join = z.infer<typeof joinSchema>

export async function joinChannel(parts: ConversationParts, connection: Connection, message: Message): Promise<void> {
	try {
		closeEarlier(parts, connection, message.topic)
		const join = readJoin(connection, message)
		const caller = await admitCaller(parts, connection, join.access_token)
		const wishes = (join.config?.postgres_changes ?? []).map((wish) => ({ id: connection.nextBindingId(), wish }))
		const { bindings, refusal } = await prepareBindings(parts, caller, wishes)
		await parts.listener.ready()
		const { topic, joinRef, ref } = message
		const token = join.access_token ?? null
		const channel = { connection, topic, joinRef: joinRef ?? ref, caller, token, wishes, bindings }
		open(parts, channel)
		reply(connection, message, 'ok', { postgres_changes: wishes.map(({ id, wish }) => ({ id, ...wish })) })
		pushSubscribed(channel, refusal)
		pushUnsupported(channel, join)
	} catch (error) {
		reply(connection, message, 'error', { reason: reasonOf(reasonFor(parts, error)) })
	}
}

/** Who a token speaks for, else the socket's key. One person has only so many sockets. */
export async function admitCaller(
	{ identify, registry }: ConversationParts,
	connection: Connection,
	token: string | null | undefined,
): Promise<Caller> {
	const caller = await identify(connection.key, token ? `Bearer ${token}` : undefined)
	if (typeof caller === 'string') throw new RealtimeError(refusalNamed(caller))
	if (caller.role !== 'authenticated') return caller
	const connections = registry.connectionsOf(audienceOf(caller))
	if (!connections.has(connection) && connections.size >= liveSockets.perPerson)
		throw new RealtimeError('too_many_of_person')
	return caller
}

/** A channel that is joined again begins anew. */
function closeEarlier({ registry }: ConversationParts, { channels }: Connection, topic: string) {
	const earlier = channels.get(topic)
	if (!earlier) return
	registry.remove(earlier)
	push(earlier, 'phx_close', {}, earlier.joinRef)
}

function readJoin({ channels }: Connection, { topic, payload }: Message): Join {
	if (!topic.startsWith('realtime:')) throw new RealtimeError('unmatched_topic')
	if (topic === 'realtime:') throw new RealtimeError('topic_required')
	if (channels.size >= maxChannels) throw new RealtimeError('too_many_channels')
	const { data: join } = joinSchema.safeParse(payload ?? {})
	if (!join) throw new RealtimeError('invalid_join')
	if (join.config?.private) throw new RealtimeError('private_channel')
	const wished = [...channels.values()].reduce((sum, { wishes }) => sum + wishes.length, 0)
	if (wished + (join.config?.postgres_changes?.length ?? 0) > maxBindings) throw new RealtimeError('too_many_bindings')
	return join
}

function open({ registry }: ConversationParts, channel: Channel) {
	const { connection, caller } = channel
	// Both may have changed while the database was asked.
	if (!connection.isOpen) return
	const others = registry.connectionsOf(audienceOf(caller))
	if (caller.role === 'authenticated' && !others.has(connection) && others.size >= liveSockets.perPerson)
		throw new RealtimeError('too_many_of_person')
	registry.add(channel)
}

/** Whether the channel's wishes are met. */
export function pushSubscribed(channel: Channel, refusal: RealtimeErrorName | undefined) {
	if (refusal) pushSystem(channel, 'postgres_changes', 'error', reasonOf(refusal))
	else if (channel.wishes.length > 0) pushSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}

function pushUnsupported(channel: Channel, { config }: Join) {
	if (config?.presence?.enabled) pushSystem(channel, 'presence', 'error', reasonOf('no_presence'))
	if (config?.broadcast?.replication_ready || config?.broadcast?.replay)
		pushSystem(channel, 'broadcast', 'error', reasonOf('no_broadcast'))
}

function reasonFor({ log }: ConversationParts, error: unknown): RealtimeErrorName {
	if (error instanceof RealtimeError) return error.case
	if ((error as { code?: unknown }).code === sessionEndedCode) return 'session_ended'
	log.error({ err: error }, 'a channel could not be opened')
	return 'unavailable'
}
