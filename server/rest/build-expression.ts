// The smallest parts of a statement. A name becomes SQL only as a Column of the catalogue, everything else of the
// client's only as a numbered parameter, which is text until PostgreSQL itself makes it what the column is.
import type { Column, Relation } from './catalogue.ts'
import { restError } from './errors.ts'
import type { Field } from './tree.ts'

export type Parameters = {
	readonly values: string[]
	/** Gives the place of `value` in the statement, typed as text. */
	add(value: string): string
}

export function createParameters(): Parameters {
	const values: string[] = []
	return { values, add: (value) => `$${values.push(value)}::text` }
}

/** An expression and the type it has; `type` is SQL, `base` the type's plain name. */
export type Expression = { sql: string; type: string; base: string }

/** The alias of the rows a statement is about. */
export const rowAlias = 't'

export function columnNamed(relation: Relation, name: string): Column {
	const column = relation.columns.get(name)
	if (!column) throw restError('unknown_column', { message: `column ${relation.name}.${name} does not exist` })
	return column
}

export function buildField(relation: Relation, field: Field, parameters: Parameters): Expression {
	const column = columnNamed(relation, field.column)
	const sql = `${rowAlias}.${quoteName(column.name)}`
	if (field.path.length === 0) return { sql, type: column.type, base: column.base }
	const isJson = column.base === 'json' || column.base === 'jsonb'
	const path = field.path.map(({ key, asText }) => {
		const operand = parameters.add(String(key)) + (typeof key === 'number' ? '::integer' : '')
		return `${asText ? '->>' : '->'} ${operand}`
	})
	const type = field.path.at(-1)?.asText ? 'text' : isJson ? column.base : 'jsonb'
	return { sql: `(${isJson ? sql : `to_jsonb(${sql})`} ${path.join(' ')})`, type, base: type }
}

/** `name` must come from the catalogue. */
export function quoteName(name: string): string {
	return `"${name.replaceAll('"', '""')}"`
}

/** `text` must come from the catalogue. */
export function quoteText(text: string): string {
	return text.includes('\\')
		? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
		: `'${text.replaceAll("'", "''")}'`
}

/** A table or function of the catalogue. */
export function qualifiedName({ name }: { name: string }): string {
	return `public.${quoteName(name)}`
}

export function castTo(type: string, parameter: string): string {
	return type === 'text' ? parameter : `${parameter}::${type}`
}

/** An array as PostgreSQL writes it. */
export function arrayLiteral(values: string[]): string {
	return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
