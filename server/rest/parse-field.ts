// A column, or a way into the JSON it holds: `name`, `data->key->0`, `data->>key`.
import { maxPathSteps } from './limits.ts'
import type { Scanner } from './scanner.ts'
import type { Field, PathStep } from './tree.ts'

export function parseField(scanner: Scanner): Field {
	scanner.skipBlanks()
	const field: Field = { column: scanner.name(), path: [] }
	while (scanner.startsWith('->')) {
		if (field.path.length === maxPathSteps) scanner.refuse(`at most ${maxPathSteps} steps into JSON`)
		field.path.push(parseStep(scanner))
	}
	scanner.skipBlanks()
	return field
}

function parseStep(scanner: Scanner): PathStep {
	const asText = scanner.take('->>')
	if (!asText) scanner.expect('->')
	// A number is a position only where the step ends with it: `->2nd` is a key.
	const index = scanner.match(/-?\d{1,9}(?=->|::|[.,)]|$)/y)
	return { key: index === undefined ? scanner.name() : Number(index), asText }
}
