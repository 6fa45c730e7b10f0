// What stands in an export before it is encrypted: lines of JSON. First what it is, then for each table a line that names
// its columns and a line per row with every value as PostgreSQL writes it; last how many rows there should have been.
import { z } from 'zod'

/** Settings under which text means the same when it is read back. */
export const textSettings = [
	`set local datestyle = 'ISO, YMD'`,
	`set local timezone = 'UTC'`,
	`set local intervalstyle = 'postgres'`,
	'set local extra_float_digits = 1',
	`set local bytea_output = 'hex'`,
	'set local statement_timeout = 0',
	'set local idle_in_transaction_session_timeout = 0',
	// Fails where policies would hide rows from this user, instead of moving half a house.
	'set local row_security = off',
].join('; ')

export const beginning = z.object({ format: z.literal('faro-migrante'), version: z.literal(1), createdAt: z.string() })
/** What a terminal would take for orders stands in no name. */
const name = z.string().regex(/^\P{Cc}{1,128}$/u)
const tableLine = z.object({ table: name, columns: z.array(name).min(1).max(200), rows: z.number().int().min(0) })
const endLine = z.object({ end: z.record(name, z.number().int().min(0)) })
const rowLine = z.array(z.string().nullable())

export type TableLine = z.infer<typeof tableLine>
export type Row = z.infer<typeof rowLine>
export type Line =
	| { beginning: z.infer<typeof beginning> }
	| { table: TableLine }
	| { row: Row }
	| z.infer<typeof endLine>

/** The longest line is one piece of a file, two letters for each byte. */
const longestLine = 64 * 1024 * 1024

/** The lines of an archive; throws where something else stands. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
	let waiting: Buffer[] = []
	let size = 0
	for await (const chunk of source) {
		let start = 0
		for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
			waiting.push(chunk.subarray(start, end))
			yield readLine(Buffer.concat(waiting).toString())
			waiting = []
			size = 0
			start = end + 1
		}
		waiting.push(chunk.subarray(start))
		size += chunk.length - start
		if (size > longestLine) throw new Error('a line of the export is too long')
	}
}

function readLine(text: string): Line {
	const value: unknown = JSON.parse(text)
	if (Array.isArray(value)) return { row: rowLine.parse(value) }
	if (typeof value !== 'object' || value === null) throw new Error('the export has a line that makes no sense')
	if ('table' in value) return { table: tableLine.parse(value) }
	return 'end' in value ? endLine.parse(value) : { beginning: beginning.parse(value) }
}
