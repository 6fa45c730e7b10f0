// Calls of functions. The arguments come as one JSON text, the result is filtered, ordered and cut like a table's rows.
import type { Query } from '../database/database.ts'
import { buildWhere } from './build-condition.ts'
import { createParameters, type Parameters, qualifiedName, quoteName, rowAlias } from './build-expression.ts'
import { buildOrder, buildRows, buildWindow, type RowsPart, type Shape } from './build-rows.ts'
import type { Argument, Relation, Routine } from './catalogue.ts'
import { maxRows } from './limits.ts'
import type { Payload } from './parse-body.ts'
import type { Count } from './parse-preferences.ts'
import type { QueryTree } from './tree.ts'

export function buildCall(routine: Routine, payload: Payload, tree: QueryTree, shape: Shape, count?: Count): Query {
	const parameters = createParameters()
	const called = `with called as materialized (select ${rowAlias}.* from ${buildSource(routine, payload, parameters)})`
	const relation = resultRelation(routine)
	const { list, body } = buildResult(routine, relation, tree, shape, parameters)
	const from = `from called as ${rowAlias}${buildWhere(relation, tree.conditions, parameters)}`
	const page = `select ${list} ${from}${buildOrder(relation, tree.order, parameters)}${buildWindow(tree.window, maxRows, parameters)}`
	// A function's rows are all there by now: counting them is cheap, so nothing is ever estimated.
	const total = count ? `(select count(*) ${from})` : 'null::bigint'
	return {
		text: `${called} select ${body} as body, count(*) as rows, ${total} as total from (${page}) as page`,
		values: parameters.values,
	}
}

function buildSource(routine: Routine, payload: Payload, parameters: Parameters): string {
	const given = routine.arguments.filter((argument) => payload.keys.includes(argument.name))
	const call = `${qualifiedName(routine)}(${given.map(({ name }) => `${quoteName(name)} => body.${quoteName(name)}`).join(', ')})`
	const result = `${call} as ${rowAlias}${routine.result.kind === 'row' ? '' : '(value)'}`
	return given.length === 0 ? result : `${argumentRow(given, payload, parameters)} cross join lateral ${result}`
}

function argumentRow(given: Argument[], payload: Payload, parameters: Parameters): string {
	const definition = given.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
	return `json_to_recordset(${parameters.add(payload.text)}::json) as body(${definition})`
}

function resultRelation({ name, result }: Routine): Relation {
	return result.kind === 'row' ? result.relation : { name, columns: new Map() }
}

function buildResult(
	routine: Routine,
	relation: Relation,
	tree: QueryTree,
	shape: Shape,
	parameters: Parameters,
): RowsPart {
	const isAlone = !routine.isSet && shape !== 'none' && shape.shape === 'array'
	const own: Shape = isAlone ? { ...shape, shape: 'object' } : shape
	if (routine.result.kind === 'row') return buildRows(relation, tree.select, own, parameters)
	const list = `${rowAlias}.value`
	if (own === 'none' || routine.result.kind === 'void') return { list, body: `''` }
	if (own.shape === 'csv')
		return { list, body: `'value' || chr(10) || coalesce(string_agg(page.value::text, chr(10)), '')` }
	return {
		list,
		body:
			own.shape === 'object'
				? `coalesce((json_agg(page.value) -> 0)::text, 'null')`
				: `coalesce(json_agg(page.value)::text, '[]')`,
	}
}
