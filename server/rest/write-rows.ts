// POST, PATCH and DELETE of a table.
import { buildDelete, buildInsert, buildUpdate, type Conflict, type Returning } from './build-write.ts'
import type { Table } from './catalogue.ts'
import { changeRows } from './change-rows.ts'
import { restError } from './errors.ts'
import { type Payload, parseBody } from './parse-body.ts'
import { appliedPreferences, type Preferences } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import { contentRange, type Page, type RestAnswer, type RestParts, type RestRequest } from './request.ts'
import type { QueryTree } from './tree.ts'

export async function insertRows({ database }: RestParts, table: Table, request: RestRequest): Promise<RestAnswer> {
	const tree = parseQuery(table.name, request.parameters)
	const payload = parseBody(await request.readBody(), tree.columns)
	const options = {
		conflict: conflictOf(request.preferences, tree),
		usesDefaults: request.preferences.missing === 'default',
		returning: keyReturning(table, request) ?? returningOf(request, tree),
	}
	// One row is inserted or not: there is nothing to take back when it was not.
	const page = await changeRows(database, request, buildInsert(table, payload, options), payload.isSingle)
	const applied = appliedPreferences(request.preferences, [
		'return',
		'count',
		'resolution',
		'missing',
		'handling',
		'tx',
	])
	return {
		status: 201,
		headers: {
			'Content-Type': isRepresented(request) ? request.media.contentType : undefined,
			'Content-Range': `*/${countOf(request, page) ?? '*'}`,
			Location: request.preferences.return === 'headers-only' ? locationOf(table, page) : undefined,
			'Preference-Applied': applied,
		},
		body: isRepresented(request) ? page.body : null,
	}
}

export async function updateRows({ database }: RestParts, table: Table, request: RestRequest): Promise<RestAnswer> {
	const tree = parseChange('UPDATE', table, request)
	const payload = checkUpdate(parseBody(await request.readBody(), tree.columns))
	const options = { usesDefaults: request.preferences.missing === 'default', returning: returningOf(request, tree) }
	const page = await changeRows(database, request, buildUpdate(table, payload, tree, options))
	return answerChange(request, page, contentRange(0, page.rows, countOf(request, page)))
}

export async function deleteRows({ database }: RestParts, table: Table, request: RestRequest): Promise<RestAnswer> {
	const tree = parseChange('DELETE', table, request)
	const page = await changeRows(database, request, buildDelete(table, tree, returningOf(request, tree)))
	return answerChange(request, page, `*/${countOf(request, page) ?? '*'}`)
}

/** Without a filter everything would change: the hosted platform refuses that, and so do we. */
function parseChange(verb: 'UPDATE' | 'DELETE', table: Table, request: RestRequest): QueryTree {
	const tree = parseQuery(table.name, request.parameters)
	if (tree.conditions.length === 0) throw restError('missing_filter', { message: `${verb} requires a WHERE clause` })
	if (tree.window.offset > 0 || tree.window.limit !== undefined) {
		throw restError('unsupported', { details: 'limit and offset are not supported when rows are changed or deleted' })
	}
	return tree
}

function checkUpdate(payload: Payload): Payload {
	if (payload.rows === 1) return payload
	throw restError('unreadable_body', { message: 'An update takes one object' })
}

function conflictOf({ resolution }: Preferences, { onConflict }: QueryTree): Conflict | undefined {
	return resolution && { resolution, columns: onConflict }
}

function isRepresented({ preferences }: RestRequest): boolean {
	return preferences.return === 'representation'
}

function returningOf(request: RestRequest, { select, order, window }: QueryTree): Returning | undefined {
	return isRepresented(request) ? { select, order, window, shape: request.media } : undefined
}

/** The first row's key, for the header Location. */
function keyReturning(table: Table, { preferences }: RestRequest): Returning | undefined {
	if (preferences.return !== 'headers-only' || table.primaryKey.length === 0) return undefined
	const select = table.primaryKey.map((column) => ({
		kind: 'field' as const,
		field: { column, path: [] },
		cast: 'text',
	}))
	return { select, order: [], window: { offset: 0, limit: 1 }, shape: { shape: 'object', stripsNulls: false } }
}

function locationOf(table: Table, { body }: Page): string | undefined {
	const key = (body ? JSON.parse(body) : null) as Record<string, string> | null
	if (!key) return undefined
	return `/${encodeURIComponent(table.name)}?${new URLSearchParams(Object.entries(key).map(([name, value]) => [name, `eq.${value}`]))}`
}

function countOf({ preferences }: RestRequest, { rows }: Page): number | undefined {
	return preferences.count && rows
}

function answerChange(request: RestRequest, page: Page, range: string): RestAnswer {
	const isShown = isRepresented(request)
	return {
		status: isShown ? 200 : 204,
		headers: {
			'Content-Type': isShown ? request.media.contentType : undefined,
			'Content-Range': range,
			'Preference-Applied': appliedPreferences(request.preferences, [
				'return',
				'count',
				'missing',
				'handling',
				'tx',
				'max-affected',
			]),
		},
		body: isShown ? page.body : null,
	}
}
