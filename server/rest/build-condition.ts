// Conditions as SQL. Values take the type of the field they are compared with.
import { arrayLiteral, buildField, castTo, type Expression, type Parameters } from './build-expression.ts'
import type { Relation } from './catalogue.ts'
import type { ComparisonOperator, Condition, Filter, IsValue, Operation, SearchOperator } from './tree.ts'

/** ` where …`, or nothing. */
export function buildWhere(relation: Relation, conditions: Condition[], parameters: Parameters): string {
	if (conditions.length === 0) return ''
	return ` where ${conditions.map((condition) => buildCondition(relation, condition, parameters)).join(' and ')}`
}

function buildCondition(relation: Relation, condition: Condition, parameters: Parameters): string {
	const sql =
		condition.kind === 'filter'
			? buildFilter(relation, condition, parameters)
			: `(${condition.members.map((member) => buildCondition(relation, member, parameters)).join(` ${condition.kind} `)})`
	return condition.isNegated ? `(not ${sql})` : sql
}

function buildFilter(relation: Relation, { field, operation }: Filter, parameters: Parameters): string {
	const left = buildField(relation, field, parameters)
	switch (operation.kind) {
		case 'is':
			return `(${left.sql} is ${isWords[operation.value]})`
		case 'in':
			return `(${left.sql} = any(${parameters.add(arrayLiteral(operation.values))}::${left.type}[]))`
		case 'search':
			return buildSearch(left, operation, parameters)
		case 'compare':
			return buildComparison(left, operation, parameters)
	}
}

const isWords: Record<IsValue, string> = {
	null: 'null',
	not_null: 'not null',
	true: 'true',
	false: 'false',
	unknown: 'unknown',
}

const comparisons: Record<ComparisonOperator, string> = {
	eq: '=',
	neq: '<>',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
	like: 'like',
	ilike: 'ilike',
	match: '~',
	imatch: '~*',
	isdistinct: 'is distinct from',
	cs: '@>',
	cd: '<@',
	ov: '&&',
	sl: '<<',
	sr: '>>',
	nxl: '&>',
	nxr: '&<',
	adj: '-|-',
}

/** Their right side is a pattern, whatever the field is. */
const patternOperators: readonly string[] = ['like', 'ilike', 'match', 'imatch']

function buildComparison(
	left: Expression,
	operation: Extract<Operation, { kind: 'compare' }>,
	parameters: Parameters,
): string {
	const { operator, quantifier, value } = operation
	// An asterisk is a percent sign that needs no escaping in an address.
	const parameter = parameters.add(operator.endsWith('like') ? value.replaceAll('*', '%') : value)
	const type = patternOperators.includes(operator) ? 'text' : left.type
	const right = quantifier ? `${quantifier}(${parameter}::${type}[])` : castTo(type, parameter)
	return `(${left.sql} ${comparisons[operator]} ${right})`
}

const queryFunctions: Record<SearchOperator, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}

function buildSearch(
	left: Expression,
	operation: Extract<Operation, { kind: 'search' }>,
	parameters: Parameters,
): string {
	const { operator, configuration, value } = operation
	const language = configuration === undefined ? '' : `${parameters.add(configuration)}::regconfig, `
	const document = left.base === 'tsvector' ? left.sql : `to_tsvector(${language}${left.sql})`
	return `(${document} @@ ${queryFunctions[operator]}(${language}${parameters.add(value)}))`
}
