// What a request asks for, as data: the parsers make it, the builders turn it into SQL. Every name in it is still the
// client's; nothing of it reaches a statement before it was found in the catalogue or became a parameter.

/** One step into a JSON value; `asText` stands for the arrow with two heads. */
export type PathStep = { key: string | number; asText: boolean }
export type Field = { column: string; path: PathStep[] }

export type SelectItem = { kind: 'everything' } | { kind: 'field'; field: Field; alias?: string; cast?: string }

export const comparisonOperators = [
	'eq',
	'neq',
	'gt',
	'gte',
	'lt',
	'lte',
	'like',
	'ilike',
	'match',
	'imatch',
	'isdistinct',
	'cs',
	'cd',
	'ov',
	'sl',
	'sr',
	'nxl',
	'nxr',
	'adj',
] as const
export type ComparisonOperator = (typeof comparisonOperators)[number]

/** Those that may be asked of any or of all of several values. */
export const quantifiableOperators: readonly string[] = [
	'eq',
	'gt',
	'gte',
	'lt',
	'lte',
	'like',
	'ilike',
	'match',
	'imatch',
]
export type Quantifier = 'any' | 'all'

export const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type SearchOperator = (typeof searchOperators)[number]

export const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof isValues)[number]

export type Operation =
	| { kind: 'compare'; operator: ComparisonOperator; quantifier?: Quantifier; value: string }
	| { kind: 'in'; values: string[] }
	| { kind: 'is'; value: IsValue }
	| { kind: 'search'; operator: SearchOperator; configuration?: string; value: string }

export type Filter = { kind: 'filter'; field: Field; isNegated: boolean; operation: Operation }
export type Group = { kind: 'and' | 'or'; isNegated: boolean; members: Condition[] }
export type Condition = Filter | Group

export type OrderTerm = { field: Field; direction: 'asc' | 'desc'; nulls?: 'first' | 'last' }

/** `limit` is undefined where the client asks for everything. */
export type Window = { offset: number; limit?: number }

/** Everything a query string can say about a table. */
export type QueryTree = {
	select: SelectItem[]
	conditions: Condition[]
	order: OrderTerm[]
	window: Window
	/** The columns of a body that count; undefined: all of them. */
	columns?: string[]
	onConflict?: string[]
}
