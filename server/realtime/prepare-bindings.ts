// Turns wishes for changes into bindings: the table is announced, the filter can be read, the caller may ask for both.
import pg from 'pg'
import { type Caller, sessionEndedCode } from '../database/database.ts'
import type { Table } from '../rest/catalogue.ts'
import { RestError } from '../rest/errors.ts'
import { operations } from './change.ts'
import type { Binding, NumberedWish } from './channel.ts'
import { RealtimeError, type RealtimeErrorName } from './errors.ts'
import { parseFilter } from './parse-filter.ts'
import type { ConversationParts } from './parts.ts'
import { readChange } from './read-change.ts'

export type Prepared = { bindings: Binding[]; refusal?: RealtimeErrorName }

type PrepareParts = Pick<ConversationParts, 'database' | 'tables'>

/** All of the wishes or none, with the reason. Fails when the caller's session has ended. */
export async function prepareBindings(parts: PrepareParts, caller: Caller, wishes: NumberedWish[]): Promise<Prepared> {
	try {
		const read = await Promise.all(wishes.map((wish) => readWish(parts, wish)))
		// Once for each table, however many wishes name it.
		for (const alike of Map.groupBy(read, ({ table }) => table).values()) {
			const filters = alike.map(({ binding }) => binding.filter)
			const table = alike[0]?.table
			if (table) await readChange(parts.database, caller, table, null, filters)
		}
		if (!read.some(({ table }) => table)) await proveSession(parts, caller)
		return { bindings: read.map(({ binding }) => binding) }
	} catch (error) {
		const refusal = refusalFor(error)
		await proveSession(parts, caller)
		return { bindings: [], refusal }
	}
}

/** Whatever is read in the caller's name does, too. */
async function proveSession({ database }: PrepareParts, caller: Caller): Promise<void> {
	await database.runAs(caller, { text: 'select' })
}

async function readWish(
	{ tables }: PrepareParts,
	{ id, wish }: NumberedWish,
): Promise<{ binding: Binding; table: Table | undefined }> {
	const event = [...operations, '*' as const].find((known) => known === wish.event.toUpperCase())
	const isSchemaKnown = [undefined, null, '*', 'public'].includes(wish.schema)
	if (!event || !isSchemaKnown) throw new RealtimeError('not_announced')
	const filterText = wish.filter ?? ''
	const select = wish.select ?? undefined
	if (!wish.table || wish.table === '*') {
		if (filterText || select) throw new RealtimeError('invalid_filter')
		return { binding: { id, event, table: undefined, filterText, filter: [], select }, table: undefined }
	}
	const table = await tables.find(wish.table)
	if (!table) throw new RealtimeError('not_announced')
	if (!hasColumns(table, select)) throw new RealtimeError('invalid_filter')
	const filter = filterText ? parseFilter(filterText) : []
	return { binding: { id, event, table: table.name, filterText, filter, select }, table }
}

function hasColumns(table: Table, names: string[] = []): boolean {
	return names.every((name) => table.columns.has(name))
}

/** The database's own words stay here: they may repeat what stands in a filter. */
function refusalFor(error: unknown): RealtimeErrorName {
	if (error instanceof RealtimeError) return error.case
	if (error instanceof RestError) return 'invalid_filter'
	if (!(error instanceof pg.DatabaseError) || error.code === sessionEndedCode) throw error
	if (error.code === '42501') return 'not_announced'
	if (/^(22|42)/.test(error.code ?? '')) return 'invalid_filter'
	throw error
}
