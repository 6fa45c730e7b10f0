// What rows must fulfil: `title=eq.Asilo`, `or=(a.eq.1,and(b.gt.2,not.or(c.is.null,d.lt.3)))`.
import { restError } from './errors.ts'
import { maxGroupDepth } from './limits.ts'
import { parseField } from './parse-field.ts'
import { parseOperation, readMemberValue, readWholeValue } from './parse-operation.ts'
import { Scanner } from './scanner.ts'
import type { Condition, Field, Filter, Group } from './tree.ts'

/** One parameter of the query string that is neither `select` nor `order` nor the like. */
export function parseCondition(key: string, value: string): Condition {
	return /^(not\.)?(and|or)$/.test(key) ? parseGroupParameter(key, value) : parseFilter(key, value)
}

/** Filters in all, groups opened up. */
export function countFilters(conditions: Condition[]): number {
	return conditions.reduce(
		(sum, condition) => sum + (condition.kind === 'filter' ? 1 : countFilters(condition.members)),
		0,
	)
}

function parseFilter(key: string, value: string): Filter {
	const field = parseWholeField(key)
	const scanner = new Scanner('filter', value)
	const { isNegated, operation } = parseOperation(scanner, readWholeValue)
	if (!scanner.isAtEnd) scanner.fail('end of input')
	return { kind: 'filter', field, isNegated, operation }
}

function parseWholeField(key: string): Field {
	const scanner = new Scanner('tree path', key)
	const field = parseField(scanner)
	if (scanner.startsWith('.'))
		throw restError('not_embedded', { message: `'${field.column}' is not an embedded resource in this request` })
	if (!scanner.isAtEnd) scanner.fail('"->>", "->", delimiter (.) or end of input')
	return field
}

function parseGroupParameter(key: string, value: string): Group {
	const scanner = new Scanner('logic tree', key + value)
	const group = parseGroup(scanner, 1)
	if (!group) return scanner.fail('logic operator (and, or)')
	if (!scanner.isAtEnd) scanner.fail('end of input')
	return group
}

/** Undefined, and nothing read, when something other than a group comes next. */
function parseGroup(scanner: Scanner, depth: number): Group | undefined {
	const opening = scanner.match(/(?:not\.)?(?:and|or)(?=[ \t]*\()/y)
	if (opening === undefined) return undefined
	if (depth > maxGroupDepth) scanner.refuse(`at most ${maxGroupDepth} groups within one another`)
	const group: Group = {
		kind: opening.endsWith('and') ? 'and' : 'or',
		isNegated: opening.startsWith('not.'),
		members: [],
	}
	scanner.skipBlanks()
	scanner.expect('(')
	do {
		scanner.skipBlanks()
		group.members.push(parseGroup(scanner, depth + 1) ?? parseMember(scanner))
		scanner.skipBlanks()
	} while (scanner.take(','))
	scanner.expect(')')
	return group
}

function parseMember(scanner: Scanner): Filter {
	const field = parseField(scanner)
	scanner.expect('.')
	return { kind: 'filter', field, ...parseOperation(scanner, readMemberValue) }
}
