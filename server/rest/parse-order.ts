// `order=created_at.desc,title.asc.nullslast`
import { restError } from './errors.ts'
import { maxOrderTerms } from './limits.ts'
import { parseField } from './parse-field.ts'
import { Scanner } from './scanner.ts'
import type { OrderTerm } from './tree.ts'

export function parseOrder(text: string): OrderTerm[] {
	const scanner = new Scanner('order', text)
	const terms: OrderTerm[] = []
	do {
		if (terms.length === maxOrderTerms) scanner.refuse(`at most ${maxOrderTerms} terms`)
		terms.push(parseTerm(scanner))
	} while (scanner.take(','))
	if (!scanner.isAtEnd) scanner.fail('"asc", "desc", "nullsfirst", "nullslast", "," or end of input')
	return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
	const field = parseField(scanner)
	if (scanner.startsWith('('))
		throw restError('not_embedded', { message: `'${field.column}' is not an embedded resource in this request` })
	const direction = scanner.match(/\.(?:asc|desc)(?=[.,\s]|$)/y)
	const nulls = scanner.match(/\.nulls(?:first|last)(?=[,\s]|$)/y)
	scanner.skipBlanks()
	return {
		field,
		direction: direction === '.desc' ? 'desc' : 'asc',
		nulls: nulls === undefined ? undefined : nulls === '.nullsfirst' ? 'first' : 'last',
	}
}
