// Reads the tables of content/checking/ and checks their shape: who may be named, what is never said, what may be
// added to the guide, English words.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

const phrases = z.array(z.string())
const schemas = {
	names: z.strictObject({ offices: z.record(z.string(), phrases), words: phrases, phones: phrases }),
	forbidden: z.strictObject({
		lists: z.record(z.string(), phrases),
		families: z.array(
			z.strictObject({
				id: z.string(),
				signs: phrases,
				unless: phrases.default([]),
				/** For whom the family does not hold. */
				except: z.array(z.enum(['person', 'visitor', 'helper'])).default([]),
			}),
		),
	}),
	neutral: z.strictObject({
		little: phrases,
		actions: phrases,
		light: phrases,
		everyday: phrases,
		words: phrases,
		same: z.array(phrases),
		verbs: z.record(z.string(), phrases),
		certain: z.record(z.string(), phrases),
		hedges: phrases,
		hopes: phrases,
		fears: phrases,
		self: phrases,
	}),
	english: z.strictObject({ english: phrases, numbers: phrases, spanish: phrases }),
}

export type CheckingTables = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> }

/** Every table of `folder`; an error names the file and the place. Read once, when the server starts. */
export function loadCheckingTables(folder = join(import.meta.dirname, '../../../content/checking')): CheckingTables {
	const names = Object.keys(schemas) as (keyof typeof schemas)[]
	return Object.fromEntries(names.map((name) => [name, loadTable(folder, name)])) as CheckingTables
}

function loadTable(folder: string, name: keyof typeof schemas): unknown {
	const table = schemas[name].safeParse(parseYaml(readFileSync(join(folder, `${name}.yaml`), 'utf8')))
	if (table.success) return table.data
	const first = table.error.issues[0]
	throw new Error(`checking/${name}.yaml: ${first?.path.join('.')}: ${first?.message}`)
}
