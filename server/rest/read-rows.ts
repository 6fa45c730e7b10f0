// GET and HEAD of a table.
import type { Caller, Database } from '../database/database.ts'
import { buildEstimate, buildRead, type Outcome } from './build-read.ts'
import type { Shape } from './build-rows.ts'
import type { Table } from './catalogue.ts'
import { restError } from './errors.ts'
import { maxRows } from './limits.ts'
import { appliedPreferences, type Count } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import {
	checkSingle,
	contentRange,
	type Page,
	type RestAnswer,
	type RestParts,
	type RestRequest,
	toPage,
} from './request.ts'
import type { QueryTree } from './tree.ts'

export async function readRows({ database }: RestParts, table: Table, request: RestRequest): Promise<RestAnswer> {
	const tree = parseQuery(table.name, request.parameters, request.range)
	const shape = request.method === 'HEAD' ? 'none' : request.media
	const page = await fetchPage(database, request.caller, table, tree, shape, request.preferences.count)
	checkSingle(request, page.rows)
	return answerPage(request, tree.window.offset, page)
}

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** The answer for a stretch of rows that begins at `offset`. */
export function answerPage(
	{ preferences, media }: RestRequest,
	offset: number,
	{ body, rows, total }: Page,
): RestAnswer {
	const headers = {
		'Content-Range': contentRange(offset, rows, total),
		'Preference-Applied': appliedPreferences(preferences, ['count', 'handling']),
	}
	if (total !== undefined && offset > total) {
		const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
		const error = restError('unsatisfiable_range', { details })
		return {
			status: error.status,
			headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
			body: JSON.stringify(error),
		}
	}
	const isPart = total !== undefined && rows < total
	return { status: isPart ? 206 : 200, headers: { ...headers, 'Content-Type': media.contentType }, body }
}

async function fetchPage(
	database: Database,
	caller: Caller,
	table: Table,
	tree: QueryTree,
	shape: Shape,
	count?: Count,
): Promise<Page> {
	const read = buildRead(table, tree, shape, count)
	if (count !== 'planned' && count !== 'estimated') return toPage(await database.runAs<Outcome>(caller, read))
	return database.transactionAs(caller, async (run) => {
		const page = toPage(await run<Outcome>(read))
		if (page.total !== undefined && page.total <= maxRows) return page
		const expected = plannedRows(await run<Plan>(buildEstimate(table, tree.conditions)))
		return { ...page, total: Math.max(expected, page.total ?? 0) }
	})
}

function plannedRows([row]: Plan[]): number {
	return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
