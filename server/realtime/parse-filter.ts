// The filter of a wish for changes: `user_id=eq.1`, `id=gt.0,status=not.in.(a,b)`. Conditions apply together; values are
// quoted where they hold commas.
import { parseOperation, type ValueReader } from '../rest/parse-operation.ts'
import { Scanner } from '../rest/scanner.ts'
import type { Condition, Filter } from '../rest/tree.ts'
import { maxConditions, maxFilterLength, maxListValues } from './limits.ts'

/** Throws a RestError where the text cannot be read. */
export function parseFilter(text: string): Condition[] {
	const scanner = new Scanner('filter', text)
	if (text.length > maxFilterLength) scanner.refuse(`at most ${maxFilterLength} characters`)
	const conditions: Condition[] = []
	do {
		if (conditions.length === maxConditions) scanner.refuse(`at most ${maxConditions} conditions`)
		conditions.push(parseCondition(scanner))
	} while (scanner.take(','))
	if (!scanner.isAtEnd) scanner.fail('"," or end of input')
	return conditions
}

function parseCondition(scanner: Scanner): Filter {
	const column = scanner.name()
	scanner.expect('=')
	const { isNegated, operation } = parseOperation(scanner, readValue)
	if (!isKnown(operation)) scanner.fail('an operator that changes can be filtered by')
	return { kind: 'filter', field: { column, path: [] }, isNegated, operation }
}

const readValue: ValueReader = (scanner) => {
	const quoted = scanner.attempt(() => {
		const text = scanner.quoted()
		return scanner.isAtEnd || scanner.startsWith(',') ? text : undefined
	})
	return quoted ?? scanner.match(/[^,]*/y) ?? ''
}

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'match', 'imatch', 'isdistinct']

function isKnown(operation: Filter['operation']): boolean {
	switch (operation.kind) {
		case 'compare':
			return operation.quantifier === undefined && operators.includes(operation.operator)
		case 'in':
			return operation.values.length > 0 && operation.values.length <= maxListValues
		case 'is':
			return true
		case 'search':
			return false
	}
}
