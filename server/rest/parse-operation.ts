// What is asked of a field: `eq.5`, `not.in.(1,2)`, `fts(spanish).visa`, `like(any).{a*,b*}`.
import { maxListValues } from './limits.ts'
import type { Scanner } from './scanner.ts'
import {
	type ComparisonOperator,
	comparisonOperators,
	type Filter,
	type IsValue,
	isValues,
	type Operation,
	type Quantifier,
	quantifiableOperators,
	type SearchOperator,
	searchOperators,
} from './tree.ts'

/** How a single value ends: with the text, or inside a group with the next comma or parenthesis. */
export type ValueReader = (scanner: Scanner) => string

export function parseOperation(scanner: Scanner, readValue: ValueReader): Pick<Filter, 'isNegated' | 'operation'> {
	const isNegated = scanner.take('not.')
	return { isNegated, operation: parsePositive(scanner, readValue) }
}

function parsePositive(scanner: Scanner, readValue: ValueReader): Operation {
	const word = scanner.attempt(() => knownOperator(scanner.match(/[a-z]+/y)))
	switch (word) {
		case undefined:
			return scanner.fail('"not" or operator (eq, gt, ...)')
		case 'in':
			scanner.expect('.')
			return { kind: 'in', values: parseList(scanner) }
		case 'is':
			scanner.expect('.')
			return { kind: 'is', value: parseIsValue(scanner) }
		default:
			return isSearch(word) ? parseSearch(scanner, word, readValue) : parseComparison(scanner, word, readValue)
	}
}

type OperatorWord = 'in' | 'is' | SearchOperator | ComparisonOperator

function knownOperator(word: string | undefined): OperatorWord | undefined {
	return ['in', 'is', ...searchOperators, ...comparisonOperators].includes(word ?? '')
		? (word as OperatorWord)
		: undefined
}

function isSearch(word: string): word is SearchOperator {
	return (searchOperators as readonly string[]).includes(word)
}

function parseIsValue(scanner: Scanner): IsValue {
	const value = scanner.attempt(() => {
		const word = scanner.match(/[a-z_]+/iy)?.toLowerCase()
		return isValues.find((known) => known === word)
	})
	return value ?? scanner.fail('null or trilean value (unknown, true, false)')
}

function parseSearch(scanner: Scanner, operator: SearchOperator, readValue: ValueReader): Operation {
	let configuration: string | undefined
	if (scanner.take('(')) {
		// Never a number: PostgreSQL would take it for the inner id of something and fail.
		configuration = scanner.match(/[\p{L}_][\p{L}\p{N}_.]*/uy) ?? scanner.fail('letter or digit')
		scanner.expect(')')
	}
	scanner.expect('.')
	return { kind: 'search', operator, configuration, value: readValue(scanner) }
}

function parseComparison(scanner: Scanner, operator: ComparisonOperator, readValue: ValueReader): Operation {
	let quantifier: Quantifier | undefined
	if (quantifiableOperators.includes(operator)) {
		if (scanner.take('(any)')) quantifier = 'any'
		else if (scanner.take('(all)')) quantifier = 'all'
	}
	scanner.expect('.')
	return { kind: 'compare', operator, quantifier, value: readValue(scanner) }
}

function parseList(scanner: Scanner): string[] {
	const values: string[] = []
	scanner.expect('(')
	if (scanner.take(')')) return values
	do {
		if (values.length === maxListValues) scanner.refuse(`at most ${maxListValues} values in a list`)
		scanner.skipBlanks()
		values.push(listValue(scanner))
	} while (scanner.take(','))
	scanner.expect(')')
	return values
}

/** In quotes only where the closing quote ends the value: `"a"b` is four letters. */
function listValue(scanner: Scanner): string {
	const quoted = scanner.attempt(() => {
		const text = scanner.quoted()
		scanner.skipBlanks()
		return scanner.startsWith(',') || scanner.startsWith(')') ? text : undefined
	})
	return quoted ?? scanner.match(/[^,)]*/y) ?? ''
}

export const readWholeValue: ValueReader = (scanner) => scanner.rest()

export const readMemberValue: ValueReader = (scanner) => {
	const array = scanner.attempt(() => {
		const text = scanner.match(/\{[^{}]*\}/y)
		return scanner.startsWith(',') || scanner.startsWith(')') ? text : undefined
	})
	return array ?? listValue(scanner)
}
