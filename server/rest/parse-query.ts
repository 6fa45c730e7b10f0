// The whole query string of a request to a table.
import { restError } from './errors.ts'
import { maxFilters } from './limits.ts'
import { countFilters, parseCondition } from './parse-condition.ts'
import { parseNames } from './parse-names.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { parseWindow } from './parse-window.ts'
import type { Condition, QueryTree } from './tree.ts'

/** Every other parameter is a filter. */
export const reservedParameters = ['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']

/** `target` is the table's or function's name, for the messages; `rangeHeader` counts on reads only. */
export function parseQuery(target: string, parameters: URLSearchParams, rangeHeader?: string): QueryTree {
	const columns = parameters.get('columns')
	const onConflict = parameters.get('on_conflict')
	const order = parameters.getAll('order').filter((text) => text !== '')
	return {
		select: parseSelect(target, parameters.get('select') ?? '*'),
		conditions: parseConditions(parameters),
		order: order.length > 0 ? parseOrder(order.join(',')) : [],
		window: parseWindow(parameters.get('limit'), parameters.get('offset'), rangeHeader),
		columns: columns ? parseNames('columns', columns) : undefined,
		onConflict: onConflict ? parseNames('on_conflict', onConflict) : undefined,
	}
}

function parseConditions(parameters: URLSearchParams): Condition[] {
	const conditions: Condition[] = []
	for (const [key, value] of parameters) {
		if (!reservedParameters.includes(key)) conditions.push(parseCondition(key, value))
		if (conditions.length > maxFilters) break
	}
	if (countFilters(conditions) > maxFilters)
		throw restError('too_long_query', { message: `at most ${maxFilters} filters` })
	return conditions
}
