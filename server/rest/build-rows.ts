// From rows to the text of an answer, made by the database in the same statement: JSON or CSV, handed through unread.
import {
	buildField,
	columnNamed,
	createParameters,
	type Expression,
	type Parameters,
	quoteName,
	rowAlias,
} from './build-expression.ts'
import type { Relation } from './catalogue.ts'
import { restError } from './errors.ts'
import type { Media } from './parse-media.ts'
import type { Field, OrderTerm, SelectItem, Window } from './tree.ts'

/** What the rows become. `none` still asks for the same columns, so that the same rights are needed. */
export type Shape = Pick<Media, 'shape' | 'stripsNulls'> | 'none'

export type RowsPart = {
	/** The select list of the rows. */
	list: string
	/** The aggregate over them, under the alias `page`. */
	body: string
}

export function buildRows(relation: Relation, select: SelectItem[], shape: Shape, parameters: Parameters): RowsPart {
	if (shape === 'none')
		return { list: plainList(relation, select) ?? valuesList(relation, select, parameters), body: `''` }
	if (shape.shape === 'csv')
		return { list: valuesList(relation, select, parameters), body: csvBody(relation, select, parameters) }
	const list = plainList(relation, select)
	return list === undefined
		? { list: `${objectOf(relation, select, parameters)} as item`, body: jsonBody('page.item', shape) }
		: { list, body: jsonBody('page.*', shape) }
}

/** ` order by …`, or nothing. */
export function buildOrder(relation: Relation, order: OrderTerm[], parameters: Parameters): string {
	if (order.length === 0) return ''
	const terms = order.map(({ field, direction, nulls }) => {
		return `${buildField(relation, field, parameters).sql} ${direction}${nulls ? ` nulls ${nulls}` : ''}`
	})
	return ` order by ${terms.join(', ')}`
}

export function buildWindow({ offset, limit }: Window, most: number, parameters: Parameters): string {
	const rows = parameters.add(String(Math.min(limit ?? most, most)))
	return ` limit ${rows}::bigint${offset > 0 ? ` offset ${parameters.add(String(offset))}::bigint` : ''}`
}

/** The columns that `select` and `order` need, `*` for all. */
export function neededColumns(relation: Relation, select: SelectItem[], order: OrderTerm[]): string {
	if (select.some((item) => item.kind === 'everything')) return `${rowAlias}.*`
	const fields = [
		...select.flatMap((item) => (item.kind === 'field' ? [item.field] : [])),
		...order.map((term) => term.field),
	]
	const names = new Set(fields.map((field) => columnNamed(relation, field.column).name))
	return [...names].map((name) => `${rowAlias}.${quoteName(name)}`).join(', ')
}

/** Names of the catalogue only: then the rows themselves have the right keys. Undefined where a key is the client's. */
function plainList(relation: Relation, select: SelectItem[]): string | undefined {
	const isPlain = select.every(
		(item) => item.kind === 'everything' || (item.field.path.length === 0 && item.alias === undefined),
	)
	if (!isPlain) return undefined
	const parameters = createParameters()
	return select
		.map((item) => {
			if (item.kind === 'everything') return `${rowAlias}.*`
			const name = quoteName(columnNamed(relation, item.field.column).name)
			return item.cast === undefined
				? `${rowAlias}.${name}`
				: `${buildValue(relation, item, parameters).sql} as ${name}`
		})
		.join(', ')
}

function valuesList(relation: Relation, select: SelectItem[], parameters: Parameters): string {
	return openUp(relation, select)
		.map((item, index) => `${buildValue(relation, item, parameters).sql} as c${index + 1}`)
		.join(', ')
}

/** PostgreSQL's functions take 100 arguments. */
const mostPairs = 50

function objectOf(relation: Relation, select: SelectItem[], parameters: Parameters): string {
	const items = openUp(relation, select)
	if (items.length > mostPairs)
		throw restError('too_long_query', { message: `at most ${mostPairs} columns when some are renamed` })
	const pairs = items.map((item) => `${parameters.add(keyOf(item))}, ${buildValue(relation, item, parameters).sql}`)
	return `json_build_object(${pairs.join(', ')})`
}

type FieldItem = Extract<SelectItem, { kind: 'field' }>

function openUp(relation: Relation, select: SelectItem[]): FieldItem[] {
	const all = (): FieldItem[] =>
		[...relation.columns.keys()].map((column) => ({ kind: 'field', field: { column, path: [] } }))
	return select.flatMap((item) => (item.kind === 'everything' ? all() : [item]))
}

function keyOf({ alias, field }: FieldItem): string {
	return alias ?? lastKey(field) ?? field.column
}

function lastKey({ path }: Field): string | undefined {
	return path.findLast((step) => typeof step.key === 'string')?.key as string | undefined
}

/** What `::type` may name, and what it is in SQL: the client's own words never get there. */
const castTypes: Record<string, string> = {
	text: 'text',
	varchar: 'text',
	'character varying': 'text',
	int: 'integer',
	int2: 'smallint',
	int4: 'integer',
	int8: 'bigint',
	integer: 'integer',
	smallint: 'smallint',
	bigint: 'bigint',
	numeric: 'numeric',
	decimal: 'numeric',
	real: 'real',
	float4: 'real',
	float8: 'double precision',
	'double precision': 'double precision',
	bool: 'boolean',
	boolean: 'boolean',
	date: 'date',
	time: 'time',
	timestamp: 'timestamp',
	timestamptz: 'timestamptz',
	interval: 'interval',
	uuid: 'uuid',
	json: 'json',
	jsonb: 'jsonb',
}

function buildValue(relation: Relation, { field, cast }: FieldItem, parameters: Parameters): Expression {
	const value = buildField(relation, field, parameters)
	if (cast === undefined) return value
	const type = Object.hasOwn(castTypes, cast) ? castTypes[cast] : undefined
	if (type === undefined) throw restError('unknown_type', { message: `type "${cast}" does not exist` })
	return { sql: `cast(${value.sql} as ${type})`, type, base: type }
}

function jsonBody(item: string, { shape, stripsNulls }: Exclude<Shape, 'none'>): string {
	const list = stripsNulls ? `json_strip_nulls(json_agg(${item}))` : `json_agg(${item})`
	return shape === 'object' ? `coalesce((${list} -> 0)::text, 'null')` : `coalesce(${list}::text, '[]')`
}

/** A row's own text without its parentheses is CSV, but for the backslashes that it doubles. */
const csvLines = String.raw`coalesce(string_agg(replace(left(substr((page.*)::text, 2), -1), '\\', '\'), chr(10)), '')`

function csvBody(relation: Relation, select: SelectItem[], parameters: Parameters): string {
	const keys = openUp(relation, select).map(keyOf)
	const header = keys.map((key) => (/[",\r\n]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key)).join(',')
	return `${parameters.add(`${header}\n`)} || ${csvLines}`
}
