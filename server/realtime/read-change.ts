// A changed row as one subscriber sees it. Row-level security decides whether there is one; filters are asked of the
// database, so that they compare as its types do.
import type { Caller, Database } from '../database/database.ts'
import { buildWhere } from '../rest/build-condition.ts'
import {
	castTo,
	columnNamed,
	createParameters,
	type Parameters,
	qualifiedName,
	quoteName,
	rowAlias,
} from '../rest/build-expression.ts'
import type { Table } from '../rest/catalogue.ts'
import type { Condition } from '../rest/tree.ts'

export type SeenRow = {
	record: Record<string, unknown>
	/** Which of the filters it passes. */
	matches: boolean[]
}

/** Undefined when the caller sees no such row. No `id`: proves that the caller may ask and the filters fit, at no cost. */
export async function readChange(
	database: Pick<Database, 'runAs'>,
	caller: Caller,
	table: Table,
	id: string | null,
	filters: Condition[][],
): Promise<SeenRow | undefined> {
	const parameters = createParameters()
	const { type } = columnNamed(table, 'id')
	const condition = `${rowAlias}.${quoteName('id')} = ${castTo(type, parameters.add(id as string))}`
	const matches = filters.map((conditions) => buildMatch(table, conditions, parameters))
	const text = `
		select to_jsonb(${rowAlias}) as record, array[${matches.join(', ')}]::boolean[] as matches
		from ${qualifiedName(table)} ${rowAlias} where ${condition}`
	const [row] = await database.runAs<{ record: SeenRow['record']; matches: (boolean | null)[] }>(caller, {
		text,
		values: parameters.values,
	})
	return row && { record: row.record, matches: row.matches.map((match) => match === true) }
}

/** True, or null where the row does not pass. */
function buildMatch(table: Table, conditions: Condition[], parameters: Parameters): string {
	return `(select true${buildWhere(table, conditions, parameters)})`
}
