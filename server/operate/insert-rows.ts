// Puts a batch of rows into a table without touching what is there, and tells of each row that found no place why.
import type pg from 'pg'
import type { Row } from './archive.ts'
import { type Column, type MovableTable, quote, quoteTable, type Reference } from './movable-tables.ts'

export type Placed = {
	inserted: number
	/** There already, with the same content. */
	same: number
	problems: string[]
}

/** Times that an installation sets by itself when it makes its own buckets. */
const unimportant: Record<string, string[]> = { 'storage.buckets': ['created_at', 'updated_at'] }

/** `columns` names the values of each row; those the table does not have are left out. */
export async function insertRows(
	client: pg.ClientBase,
	table: MovableTable,
	columns: string[],
	rows: Row[],
): Promise<Placed> {
	const known = table.columns.filter(({ name }) => columns.includes(name))
	const places = known.map(({ name }) => columns.indexOf(name))
	const completed = table.name === 'auth.users' ? rows.map((row) => completeAccount(row, columns)) : rows
	const values = places.map((place) => completed.map((row) => row[place]))
	const lost = lostColumns(table, columns, rows)
	const { rows: inserted } = await client.query({ text: insertText(table, known), values, rowMode: 'array' })
	if (inserted.length === rows.length || table.primaryKey.length === 0)
		return { inserted: inserted.length, same: 0, problems: [...lost, ...unnamed(table, rows.length - inserted.length)] }
	const others = await describeOthers(client, table, known, values)
	const fresh = new Set(inserted.map((key) => JSON.stringify(key)))
	const rest = others.filter(({ key }) => !fresh.has(JSON.stringify(key)))
	const left = rest.filter(({ is_same }) => !is_same)
	const problems = left.map(({ key, is_known }) => `${table.name} ${printable(key.join(' '))}: ${reason(is_known)}`)
	return { inserted: inserted.length, same: rest.length - left.length, problems: [...lost, ...problems] }
}

/** New rows get numbers behind the highest that was moved. */
export async function moveSequences(client: pg.ClientBase, { name, columns }: MovableTable): Promise<void> {
	for (const column of columns.filter(({ type }) => ['smallint', 'integer', 'bigint'].includes(type))) {
		const values = [quoteTable(name), column.name]
		const { rows } = await client.query('select pg_get_serial_sequence($1, $2) as sequence', values)
		if (!rows[0].sequence) continue
		const highest = `(select max(${quote(column.name)}) from ${quoteTable(name)})`
		// Never back: numbers that were given once may stand somewhere else.
		const text = `select setval($1, greatest(${highest}, pg_sequence_last_value($1))) where ${highest} is not null`
		await client.query(text, [rows[0].sequence])
	}
}

function insertText(table: MovableTable, columns: Column[]): string {
	const names = columns.map(({ name }) => quote(name))
	const casts = columns.map(({ type }, index) => `incoming.c${index}::${type}`)
	const references = table.references
		.filter((reference) => reference.columns.every((name) => columns.some((column) => column.name === name)))
		.map((reference) => referenceText(reference, columns))
	return `
		insert into ${quoteTable(table.name)} (${names}) overriding system value
		select ${casts} from ${incoming(columns)}
		${references.length > 0 ? `where ${references.join(' and ')}` : ''}
		on conflict do nothing
		returning ${table.primaryKey.length > 0 ? table.primaryKey.map((name) => `${quote(name)}::text`) : '1'}`
}

function incoming(columns: Column[]): string {
	const arrays = columns.map((_, index) => `$${index + 1}::text[]`)
	return `unnest(${arrays}) as incoming(${columns.map((_, index) => `c${index}`)})`
}

/** A row whose owner was left out is left out as well, instead of ending everything. */
function referenceText({ columns: own, table, targets }: Reference, columns: Column[]): string {
	const value = (name: string) => {
		const index = columns.findIndex((column) => column.name === name)
		return `incoming.c${index}::${columns[index]?.type}`
	}
	const matches = own.map((name, index) => `target.${quote(targets[index] as string)} = ${value(name)}`)
	const nulls = own.map((name) => `${value(name)} is null`)
	return `(${nulls.join(' or ')} or exists (select from ${quoteTable(table)} target where ${matches.join(' and ')}))`
}

type Other = { key: string[]; is_known: boolean; is_same: boolean }

async function describeOthers(
	client: pg.ClientBase,
	table: MovableTable,
	columns: Column[],
	values: unknown[][],
): Promise<Other[]> {
	const skipped = unimportant[table.name] ?? []
	const compared = columns.flatMap((column, index) =>
		skipped.includes(column.name)
			? []
			: `present.${quote(column.name)}::text is not distinct from incoming.c${index}::${column.type}::text`,
	)
	const keys = table.primaryKey.map((name) => {
		const index = columns.findIndex((column) => column.name === name)
		return { name: quote(name), value: `incoming.c${index}::${columns[index]?.type}` }
	})
	const text = `
		select array[${keys.map(({ value }) => `${value}::text`)}] as key,
			present.${keys[0]?.name} is not null as is_known,
			present.${keys[0]?.name} is not null and ${compared.join(' and ')} as is_same
		from ${incoming(columns)}
		left join ${quoteTable(table.name)} present on ${keys.map(({ name, value }) => `present.${name} = ${value}`).join(' and ')}`
	return (await client.query<Other>(text, values)).rows
}

/** An export may have been made by somebody else, and a terminal obeys what it is shown. */
function printable(text: string): string {
	return text.replaceAll(/\p{Cc}/gu, '�')
}

function reason(isKnown: boolean): string {
	return isKnown
		? 'is there already with other content, which stays'
		: 'has an address, number or name that another row has, or belongs to a row that was left out'
}

function unnamed({ name }: MovableTable, count: number): string[] {
	return count > 0 ? [`${name}: ${count} rows found no place`] : []
}

/** Said where something stands in them. */
function lostColumns(table: MovableTable, columns: string[], rows: Row[]): string[] {
	const known = new Set(table.columns.map(({ name }) => name))
	return columns.flatMap((name, place) => {
		const count = known.has(name) ? 0 : rows.filter((row) => row[place] !== null && row[place] !== '').length
		return count > 0 ? [`${table.name}: there is no column ${name} here (filled in ${count} of these rows)`] : []
	})
}

const nobody = '00000000-0000-0000-0000-000000000000'
/** The hosted platform finds no account without these and stumbles over a null in a token. */
const accountDefaults: Record<string, string> = {
	instance_id: nobody,
	aud: 'authenticated',
	role: 'authenticated',
	confirmation_token: '',
	recovery_token: '',
	email_change_token_new: '',
	email_change: '',
	phone_change: '',
	phone_change_token: '',
	email_change_token_current: '',
	reauthentication_token: '',
}

function completeAccount(row: Row, columns: string[]): Row {
	return row.map((value, place) => value ?? accountDefaults[columns[place] as string] ?? null)
}
