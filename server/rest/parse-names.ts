// The lists of column names in `columns` and `on_conflict`.
import { maxSelectItems } from './limits.ts'
import { Scanner } from './scanner.ts'

export function parseNames(parameter: 'columns' | 'on_conflict', text: string): string[] {
	const scanner = new Scanner(`${parameter} parameter`, text)
	const names = new Set<string>()
	do {
		scanner.skipBlanks()
		names.add(scanner.name())
		scanner.skipBlanks()
		if (names.size > maxSelectItems) scanner.refuse(`at most ${maxSelectItems} columns`)
	} while (scanner.take(','))
	if (!scanner.isAtEnd) scanner.fail('"," or end of input')
	return [...names]
}
