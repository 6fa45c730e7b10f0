// What there is in the schema `public`, as PostgreSQL's own catalogue tells it: the only source of names and types in
// SQL. Who may touch what is not its business; that is for grants and row-level security.
import type { Run } from '../database/database.ts'
import { catalogueQuery } from './catalogue-query.ts'

export type Column = {
	name: string
	/** As SQL, ready to stand behind a cast. */
	type: string
	/** The type's name below any domain. */
	base: string
	/** An expression as SQL; null where there is none. */
	default: string | null
}

/** Something with columns: a table, a view, what a function gives. */
export type Relation = { name: string; columns: Map<string, Column> }
export type Table = Relation & { primaryKey: string[] }

export type Argument = { name: string; type: string; isRequired: boolean }
export type Routine = {
	name: string
	arguments: Argument[]
	isSet: boolean
	/** May change something, so that reading methods must not call it. */
	isVolatile: boolean
	/** What one result is: nothing, one value, or a row with these columns. */
	result: { kind: 'void' } | { kind: 'value' } | { kind: 'row'; relation: Relation }
}

export type Catalogue = {
	table(name: string): Table | undefined
	/** Several where a function's name is overloaded. */
	routines(name: string): Routine[]
}

export type CatalogueSource = {
	current(): Promise<Catalogue>
	/** Reads again unless that was done a moment ago; true when the catalogue is new. */
	renew(): Promise<boolean>
}

const leastAgeMs = 3000

/** Reads when first asked; `now` is in milliseconds. */
export function catalogueSource(query: Run, now: () => number = Date.now): CatalogueSource {
	let reading: Promise<Catalogue> | undefined
	let readAt = 0

	const read = () => {
		readAt = now()
		reading = readCatalogue(query)
		reading.catch(() => {
			reading = undefined
		})
		return reading
	}

	return {
		current: () => reading ?? read(),
		async renew() {
			if (now() - readAt < leastAgeMs) return false
			await read()
			return true
		},
	}
}

export async function readCatalogue(query: Run): Promise<Catalogue> {
	const [row] = await query<CatalogueRow>({ text: catalogueQuery })
	if (!row) throw new Error('the catalogue gave no row')
	const tables = new Map(row.tables.map((table) => [table.name, { ...table, columns: byName(table.columns) }]))
	const routines = Map.groupBy(row.routines.map(asRoutine), (routine) => routine.name)
	return { table: (name) => tables.get(name), routines: (name) => routines.get(name) ?? [] }
}

type CatalogueRow = {
	tables: { name: string; columns: Column[]; primaryKey: string[] }[]
	routines: {
		name: string
		arguments: Argument[]
		isSet: boolean
		isVolatile: boolean
		kind: 'void' | 'value' | 'row'
		columns: Column[]
	}[]
}

function asRoutine({ kind, columns, ...routine }: CatalogueRow['routines'][number]): Routine {
	const result = kind === 'row' ? { kind, relation: { name: routine.name, columns: byName(columns) } } : { kind }
	return { ...routine, result }
}

function byName(columns: Column[]): Map<string, Column> {
	return new Map(columns.map((column) => [column.name, column]))
}
