// `select=id,short:title,data->>name,amount::text`. Other tables inside it, and sums, are refused by name.
import { restError } from './errors.ts'
import { maxSelectItems } from './limits.ts'
import { parseField } from './parse-field.ts'
import { Scanner } from './scanner.ts'
import type { SelectItem } from './tree.ts'

/** `table` is only for the messages. */
export function parseSelect(table: string, text: string): SelectItem[] {
	if (text.trim() === '') return [{ kind: 'everything' }]
	const scanner = new Scanner('select parameter', text)
	const items: SelectItem[] = []
	do {
		if (items.length === maxSelectItems) scanner.refuse(`at most ${maxSelectItems} columns`)
		scanner.skipBlanks()
		items.push(parseItem(scanner, table))
		scanner.skipBlanks()
	} while (scanner.take(','))
	if (!scanner.isAtEnd) scanner.fail('"->>", "->", "::", "," or end of input')
	return items
}

function parseItem(scanner: Scanner, table: string): SelectItem {
	if (scanner.take('*')) return { kind: 'everything' }
	const isSpread = scanner.take('...')
	const alias = scanner.attempt(() => parseAlias(scanner))
	const field = parseField(scanner)
	if (
		scanner.match(/\.?(?:(?:count|sum|avg|min|max)\(\))/y) ||
		(field.column === 'count' && scanner.startsWith('()'))
	) {
		throw restError('aggregate')
	}
	if (isSpread || scanner.startsWith('(') || scanner.startsWith('!')) throw embedding(table, field.column)
	const cast = scanner.take('::') ? parseCast(scanner) : undefined
	return { kind: 'field', field, alias, cast }
}

function parseAlias(scanner: Scanner): string | undefined {
	const name = scanner.maybeName()
	return !scanner.startsWith('::') && scanner.take(':') ? name : undefined
}

function parseCast(scanner: Scanner): string {
	return (
		scanner
			.match(/[\p{L}\p{N}_ ]+/uy)
			?.trim()
			.toLowerCase() || scanner.fail('letter or digit')
	)
}

function embedding(table: string, other: string) {
	return restError('no_relationship', {
		message: `Could not find a relationship between '${table}' and '${other}' in the schema cache`,
		details: 'Embedding other tables is not supported by this server. Ask for each table by itself.',
	})
}
