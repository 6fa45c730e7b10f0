// One channel of one socket: who listens, to which changes, and how they are told.
import type { Caller } from '../database/database.ts'
import type { Condition } from '../rest/tree.ts'
import type { Change, Operation } from './change.ts'
import type { Connection } from './connection.ts'
import { type RealtimeErrorName, reasonOf } from './errors.ts'
import type { Wish } from './wish.ts'

/** A wish for changes that was found to be possible. */
export type Binding = {
	id: number
	event: Operation | '*'
	/** Undefined: every announced table. */
	table: string | undefined
	/** As the client wrote it; '' for none. */
	filterText: string
	filter: Condition[]
	/** The columns that are passed on; undefined: all. */
	select: string[] | undefined
}

/** What the client asked for, under the id it knows it by. */
export type NumberedWish = { id: number; wish: Wish }

export type Channel = {
	readonly connection: Connection
	readonly topic: string
	/** The ref of the join; clients drop what comes for an earlier one. */
	readonly joinRef: string | null
	caller: Caller
	/** As the client sent it, to be looked at again; null where the socket's key speaks. */
	token: string | null
	readonly wishes: NumberedWish[]
	/** The wishes that are met: all of them or none. */
	bindings: Binding[]
}

/** A person for whom, or a role for which, changes are looked at in order. */
export function audienceOf(caller: Caller): string {
	return caller.role === 'authenticated' ? caller.userId : caller.role
}

/** What is seen alike: a person's session, or a role. */
export function viewpointOf({ caller }: Channel): string {
	return caller.role === 'authenticated' ? caller.sessionId : caller.role
}

/** False once it was left, ended or joined anew. */
export function isOpen(channel: Channel): boolean {
	return channel.connection.channels.get(channel.topic) === channel
}

export function isExpired({ caller }: Channel, now: Date): boolean {
	return caller.role === 'authenticated' && Number(caller.claims.exp) * 1000 <= now.getTime()
}

/** The bindings that `change` concerns, before any filter. */
export function concernedBindings({ bindings }: Channel, { table, operation }: Change): Binding[] {
	return bindings.filter(
		(binding) =>
			(binding.event === '*' || binding.event === operation) &&
			(binding.table === undefined || binding.table === table),
	)
}

export function push(
	{ connection, topic, joinRef }: Channel,
	event: string,
	payload: unknown,
	ref: string | null = null,
) {
	connection.send({ joinRef, ref, topic, event, payload })
}

type Extension = 'system' | 'postgres_changes' | 'presence' | 'broadcast'

export function pushSystem(channel: Channel, extension: Extension, status: 'ok' | 'error', message: string) {
	push(channel, 'system', { extension, status, message, channel: channel.topic.slice('realtime:'.length) })
}

/** Says why and closes; the client does not come back by itself. */
export function pushEnd(channel: Channel, reason: RealtimeErrorName) {
	pushSystem(channel, 'system', 'error', reasonOf(reason))
	push(channel, 'phx_close', {}, channel.joinRef)
}

/** Something was or may have been missed; the client joins again by itself. */
export function pushFailure(channel: Channel) {
	push(channel, 'phx_error', {}, channel.joinRef)
}
