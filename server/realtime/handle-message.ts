// What a client can say on its socket: heartbeat, join, leave, a newer token. Broadcast and presence are answered as not
// supported.
import { z } from 'zod'
import { sessionEndedCode } from '../database/database.ts'
import { audienceOf, type Channel, isOpen, push, pushEnd } from './channel.ts'
import type { Connection } from './connection.ts'
import { RealtimeError, type RealtimeErrorName, reasonOf } from './errors.ts'
import { admitCaller, joinChannel, pushSubscribed } from './join-channel.ts'
import type { Message } from './messages.ts'
import type { ConversationParts } from './parts.ts'
import { prepareBindings } from './prepare-bindings.ts'
import { reply } from './reply.ts'

export async function handleMessage(parts: ConversationParts, connection: Connection, message: Message): Promise<void> {
	const { topic, event, ref } = message
	if (topic === 'phoenix') return reply(connection, message, 'ok', {})
	if (event === 'phx_join') return joinChannel(parts, connection, message)
	const channel = connection.channels.get(topic)
	// Meant for a channel that was joined anew since: Phoenix passes over it too.
	if (channel && message.joinRef && message.joinRef !== channel.joinRef) return
	if (event === 'phx_leave') return leaveChannel(parts, connection, message, channel)
	if (!channel) return refuse(connection, message, 'unmatched_topic')
	if (event === 'access_token') return renewToken(parts, channel, message)
	if (ref !== null) refuse(connection, message, unsupported[event] ?? 'unknown_event')
}

const unsupported: Record<string, RealtimeErrorName> = { broadcast: 'no_broadcast', presence: 'no_presence' }

function refuse(connection: Connection, message: Message, reason: RealtimeErrorName) {
	reply(connection, message, 'error', { reason: reasonOf(reason) })
}

function leaveChannel(
	{ registry }: ConversationParts,
	connection: Connection,
	message: Message,
	channel: Channel | undefined,
) {
	reply(connection, message, 'ok', {})
	if (!channel) return
	registry.remove(channel)
	push(channel, 'phx_close', {}, channel.joinRef)
}

const tokenSchema = z.object({ access_token: z.string().nullish() })

/** The channel goes on with the newer token, or ends with it. */
async function renewToken(parts: ConversationParts, channel: Channel, { payload }: Message): Promise<void> {
	const { data } = tokenSchema.safeParse(payload)
	if (!data?.access_token) return
	try {
		const caller = await admitCaller(parts, channel.connection, data.access_token)
		const { bindings, refusal } = await prepareBindings(parts, caller, channel.wishes)
		const isSame = audienceOf(caller) === audienceOf(channel.caller) && !refusal
		// It may have ended while the database was asked.
		if (!isOpen(channel)) return
		parts.registry.setCaller(channel, caller)
		channel.token = data.access_token
		channel.bindings = bindings
		if (!isSame) pushSubscribed(channel, refusal)
	} catch (error) {
		if (!isOpen(channel)) return
		parts.registry.remove(channel)
		pushEnd(channel, endingOf(parts, error))
	}
}

function endingOf({ log }: ConversationParts, error: unknown): RealtimeErrorName {
	if (error instanceof RealtimeError) return error.case
	if ((error as { code?: unknown }).code === sessionEndedCode) return 'session_ended'
	log.error({ err: error }, 'a token could not be renewed')
	return 'unavailable'
}
