// Passes one change on to one person, or to a role. Every session reads the row again as itself; a deleted row, which
// nobody can read any more, is told to its owner alone and by its id alone.
import pg from 'pg'
import { type Caller, sessionEndedCode } from '../database/database.ts'
import type { Table } from '../rest/catalogue.ts'
import type { Condition } from '../rest/tree.ts'
import type { Change } from './change.ts'
import {
	type Binding,
	type Channel,
	concernedBindings,
	isExpired,
	isOpen,
	push,
	pushEnd,
	pushFailure,
	pushSystem,
	viewpointOf,
} from './channel.ts'
import { reasonOf } from './errors.ts'
import { filtersAtOnce } from './limits.ts'
import type { ConversationParts } from './parts.ts'
import { readChange } from './read-change.ts'

/** Whom `change` may concern: its owner and the operator; a row without an owner, everybody. Deletions: the owner. */
export function audiencesOf({ owner, operation }: Change, listening: string[]): string[] {
	const audiences = owner === null ? listening : [owner, 'service_role']
	return operation === 'DELETE' ? audiences.filter((audience) => audience === owner) : audiences
}

export type DeliveryParts = Pick<ConversationParts, 'database' | 'registry' | 'tables' | 'log'> & { now(): Date }

export async function deliverChange(parts: DeliveryParts, audience: string, change: Change): Promise<void> {
	const channels = parts.registry.channelsOf(audience).filter((channel) => {
		if (concernedBindings(channel, change).length === 0) return false
		if (!isExpired(channel, parts.now())) return true
		parts.registry.remove(channel)
		pushEnd(channel, 'expired_token')
		return false
	})
	for (const group of Map.groupBy(channels, viewpointOf).values()) await deliverToGroup(parts, group, change)
}

/** The channels of one session. */
async function deliverToGroup(parts: DeliveryParts, channels: Channel[], change: Change): Promise<void> {
	const [{ caller }] = channels as [Channel]
	const viewpoint = viewpointOf(channels[0] as Channel)
	/** Some may have ended or become somebody else's while the database was asked. */
	const stillOpen = () => channels.filter((channel) => isOpen(channel) && viewpointOf(channel) === viewpoint)
	try {
		const table = await parts.tables.find(change.table)
		if (!table) return
		if (change.operation === 'DELETE') {
			await parts.database.runAs(caller, { text: 'select' })
			return pushChange(stillOpen(), table, change, undefined, () => true)
		}
		const filters = new Map<string, Condition[]>()
		for (const channel of channels)
			for (const { filterText, filter } of concernedBindings(channel, change)) filters.set(filterText, filter)
		const seen = await see(parts, caller, table, change.id, filters)
		for (const filterText of seen.failed) dropBindings(stillOpen(), change, filterText)
		if (seen.record)
			pushChange(stillOpen(), table, change, seen.record, (binding) => seen.passed.has(binding.filterText))
	} catch (error) {
		endGroup(parts, stillOpen(), error)
	}
}

type Seen = { record: Record<string, unknown> | undefined; passed: Set<string>; failed: string[] }

/**
 * The row, and the filters it passes. What cannot be compared is found by trying each filter by itself; what takes too
 * long is not tried again, so that one row costs a time limit or two and not one for each filter.
 */
async function see(
	parts: DeliveryParts,
	caller: Caller,
	table: Table,
	id: string,
	filters: Map<string, Condition[]>,
): Promise<Seen> {
	const seen: Seen = { record: undefined, passed: new Set(), failed: [] }
	const read = async (part: [string, Condition[]][]): Promise<void> => {
		try {
			const conditions = part.map(([, filter]) => filter)
			const row = await readChange(parts.database, caller, table, id, conditions)
			seen.record ??= row?.record
			for (const [index, [text]] of part.entries()) if (row?.matches[index]) seen.passed.add(text)
		} catch (error) {
			if (!isFilterFailure(error)) throw error
			const slow = isTooSlow(error) ? part.filter(([, filter]) => filter.some(isPattern)) : []
			if (slow.length > 0) await giveUp(part, slow)
			else if (part.length === 1) seen.failed.push((part[0] as [string, Condition[]])[0])
			else for (const one of part) await read([one])
		}
	}
	const giveUp = async (part: [string, Condition[]][], slow: [string, Condition[]][]) => {
		seen.failed.push(...slow.map(([text]) => text))
		const rest = part.filter((one) => !slow.includes(one))
		if (rest.length > 0) await read(rest)
	}
	const all = [...filters]
	for (let start = 0; start < all.length; start += filtersAtOnce) await read(all.slice(start, start + filtersAtOnce))
	return seen
}

/** A value that is none of the column's type, or a pattern that takes too long. */
function isFilterFailure(error: unknown): boolean {
	return error instanceof pg.DatabaseError && /^(22|42(?!501)|57014)/.test(error.code ?? '')
}

function isTooSlow(error: unknown): boolean {
	return (error as { code?: unknown }).code === '57014'
}

/** What can take long on a single row. */
function isPattern(condition: Condition): boolean {
	if (condition.kind !== 'filter' || condition.operation.kind !== 'compare') return false
	return ['like', 'ilike', 'match', 'imatch'].includes(condition.operation.operator)
}

function dropBindings(channels: Channel[], change: Change, filterText: string) {
	for (const channel of channels) {
		const dropped = concernedBindings(channel, change).filter((binding) => binding.filterText === filterText)
		if (dropped.length === 0) continue
		channel.bindings = channel.bindings.filter((binding) => !dropped.includes(binding))
		pushSystem(channel, 'postgres_changes', 'error', reasonOf('invalid_filter'))
	}
}

function pushChange(
	channels: Channel[],
	table: Table,
	change: Change,
	record: Record<string, unknown> | undefined,
	passes: (binding: Binding) => boolean,
) {
	for (const channel of channels) {
		const bindings = concernedBindings(channel, change).filter(passes)
		for (const alike of Map.groupBy(bindings, ({ select }) => select?.join() ?? '').values()) {
			const ids = alike.map(({ id }) => id)
			push(channel, 'postgres_changes', { ids, data: changeJson(table, change, record, alike[0]?.select) })
		}
	}
}

function changeJson(
	table: Table,
	{ operation, id, at }: Change,
	record: Record<string, unknown> | undefined,
	select: string[] | undefined,
) {
	const columns = [...table.columns.values()].filter(({ name }) => !select || select.includes(name))
	return {
		schema: 'public',
		table: table.name,
		commit_timestamp: at.toISOString(),
		type: operation,
		columns: columns.map(({ name, base }) => ({ name, type: base })),
		...(record && { record: Object.fromEntries(columns.map(({ name }) => [name, record[name]])) }),
		...(operation !== 'INSERT' && { old_record: { id } }),
		errors: null,
	}
}

/** The session is over, or nobody knows what was missed. Who may not read the table is not told of it. */
function endGroup({ registry, log }: DeliveryParts, channels: Channel[], error: unknown) {
	const { code } = error as { code?: unknown }
	if (code === '42501') return
	if (code !== sessionEndedCode) log.error({ err: error }, 'a change could not be passed on')
	for (const channel of channels) {
		registry.remove(channel)
		if (code === sessionEndedCode) pushEnd(channel, 'session_ended')
		else pushFailure(channel)
	}
}
