// Writes: one statement that changes rows and, where asked for, gives them back. Without that it returns nothing, so
// that people can write what they may not read.
import type { Query } from '../database/database.ts'
import { buildWhere } from './build-condition.ts'
import {
	columnNamed,
	createParameters,
	type Parameters,
	qualifiedName,
	quoteName,
	quoteText,
	rowAlias,
} from './build-expression.ts'
import { buildOrder, buildRows, buildWindow, neededColumns, type Shape } from './build-rows.ts'
import type { Column, Table } from './catalogue.ts'
import { restError } from './errors.ts'
import { maxRows } from './limits.ts'
import type { Payload } from './parse-body.ts'
import type { OrderTerm, QueryTree, SelectItem, Window } from './tree.ts'

/** The rows a write gives back; undefined: none. */
export type Returning = { select: SelectItem[]; order: OrderTerm[]; window: Window; shape: Shape }

export type Conflict = { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns?: string[] }

export type InsertOptions = {
	conflict?: Conflict
	/** Keys a row lacks get the column's default instead of null. */
	usesDefaults: boolean
	returning?: Returning
}

export function buildInsert(
	table: Table,
	payload: Payload,
	{ conflict, usesDefaults, returning }: InsertOptions,
): Query {
	const parameters = createParameters()
	const columns = payloadColumns(table, payload)
	const names = columns.map((column) => quoteName(column.name)).join(', ')
	const source = buildSource(columns, payload, usesDefaults, parameters)
	const insert = `insert into ${qualifiedName(table)} as ${rowAlias}${names && ` (${names})`} select ${bodyColumns(columns)} from ${source}`
	return withAnswer(table, insert + (conflict ? buildConflict(table, columns, conflict) : ''), returning, parameters)
}

export function buildUpdate(
	table: Table,
	payload: Payload,
	tree: QueryTree,
	options: Omit<InsertOptions, 'conflict'>,
): Query {
	const parameters = createParameters()
	const columns = payloadColumns(table, payload)
	if (columns.length === 0) return withAnswer(table, undefined, options.returning, parameters)
	const assignments = columns.map(({ name }) => `${quoteName(name)} = body.${quoteName(name)}`).join(', ')
	const source = buildSource(columns, payload, options.usesDefaults, parameters)
	const where = buildWhere(table, tree.conditions, parameters)
	const update = `update ${qualifiedName(table)} as ${rowAlias} set ${assignments} from ${source}${where}`
	return withAnswer(table, update, options.returning, parameters)
}

export function buildDelete(table: Table, tree: QueryTree, returning?: Returning): Query {
	const parameters = createParameters()
	const where = buildWhere(table, tree.conditions, parameters)
	return withAnswer(table, `delete from ${qualifiedName(table)} as ${rowAlias}${where}`, returning, parameters)
}

function payloadColumns(table: Table, { keys }: Payload): Column[] {
	return keys.map((key) => {
		const column = table.columns.get(key)
		if (column) return column
		throw restError('unknown_body_column', {
			message: `Could not find the '${key}' column of '${table.name}' in the schema cache`,
		})
	})
}

function bodyColumns(columns: Column[]): string {
	return columns.map(({ name }) => `body.${quoteName(name)}`).join(', ')
}

function buildSource(columns: Column[], payload: Payload, usesDefaults: boolean, parameters: Parameters): string {
	const body = parameters.add(payload.text)
	if (columns.length === 0) return `json_array_elements(${body}::json) as body`
	const definition = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
	const defaults = usesDefaults ? columns.filter((column) => column.default !== null) : []
	if (defaults.length === 0) return `json_to_recordset(${body}::json) as body(${definition})`
	const usual = defaults
		.map((column) => `jsonb_build_object(${quoteText(column.name)}, ${column.default}) || `)
		.join('')
	const filled = `(select jsonb_agg(${usual}element) from jsonb_array_elements(${body}::jsonb) as element)`
	return `jsonb_to_recordset(${filled}) as body(${definition})`
}

function buildConflict(table: Table, columns: Column[], { resolution, columns: named }: Conflict): string {
	const target = (named ?? table.primaryKey).map((name) => columnNamed(table, name).name)
	// Without a key nothing can be a duplicate.
	if (target.length === 0) return ''
	// What the rows are recognised by stays as it is, so nobody needs the right to change it.
	const changed = columns.map(({ name }) => name).filter((name) => !target.includes(name))
	const names = changed.length > 0 ? changed : target
	const assignments = names.map((name) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ')
	const action = resolution === 'ignore-duplicates' ? 'nothing' : `update set ${assignments}`
	return ` on conflict (${target.map(quoteName).join(', ')}) do ${action}`
}

/** Without a statement nothing changes, and nothing comes back. */
function withAnswer(
	table: Table,
	statement: string | undefined,
	returning: Returning | undefined,
	parameters: Parameters,
): Query {
	const wanted = returning ? neededColumns(table, returning.select, returning.order) : '1'
	const changed = statement
		? `${statement} returning ${wanted}`
		: `select ${wanted} from ${qualifiedName(table)} as ${rowAlias} where false`
	const count = '(select count(*) from changed) as rows, null::bigint as total'
	if (!returning) return { text: `with changed as (${changed}) select '' as body, ${count}`, values: parameters.values }
	const { list, body } = buildRows(table, returning.select, returning.shape, parameters)
	const order = buildOrder(table, returning.order, parameters)
	const page = `select ${list} from changed as ${rowAlias}${order}${buildWindow(returning.window, maxRows, parameters)}`
	return {
		text: `with changed as (${changed}) select ${body} as body, ${count} from (${page}) as page`,
		values: parameters.values,
	}
}
