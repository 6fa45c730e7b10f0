// Reads: one statement that gives the answer's body, how many rows are in it and, where asked for, how many there are.
import type { Query } from '../database/database.ts'
import { buildWhere } from './build-condition.ts'
import { createParameters, qualifiedName, rowAlias } from './build-expression.ts'
import { buildOrder, buildRows, buildWindow, type Shape } from './build-rows.ts'
import type { Table } from './catalogue.ts'
import { maxRows } from './limits.ts'
import type { Count } from './parse-preferences.ts'
import type { Condition, QueryTree } from './tree.ts'

/** A row of what the statements here answer; `total` is null where nobody asked. */
export type Outcome = { body: string; rows: string; total: string | null }

export function buildRead(table: Table, tree: QueryTree, shape: Shape, count?: Count): Query {
	const parameters = createParameters()
	const { list, body } = buildRows(table, tree.select, shape, parameters)
	const from = `from ${qualifiedName(table)} as ${rowAlias}${buildWhere(table, tree.conditions, parameters)}`
	const page = `select ${list} ${from}${buildOrder(table, tree.order, parameters)}${buildWindow(tree.window, maxRows, parameters)}`
	const text = `select ${body} as body, count(*) as rows, ${buildTotal(from, count)} as total from (${page}) as page`
	return { text, values: parameters.values }
}

/** Asks the planner how many rows it expects. */
export function buildEstimate(table: Table, conditions: Condition[]): Query {
	const parameters = createParameters()
	const where = buildWhere(table, conditions, parameters)
	return {
		text: `explain (format json) select 1 from ${qualifiedName(table)} as ${rowAlias}${where}`,
		values: parameters.values,
	}
}

/** An estimate is wanted only where counting would go past what one answer holds. */
function buildTotal(from: string, count: Count | undefined): string {
	if (count === 'exact') return `(select count(*) ${from})`
	if (count === 'estimated') return `(select count(*) from (select 1 ${from} limit ${maxRows + 1}) as counted)`
	return 'null::bigint'
}
