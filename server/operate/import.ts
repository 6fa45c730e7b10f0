// Reads an export back: into an empty installation, one that is in use, or a hosted platform's database. Ids stay what they
// are. What is there already and the same counts as moved; what is there and different, or finds no place, is a problem:
// nothing is overwritten, and unless the operator accepts what is left out, nothing is imported at all.
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { ZodError } from 'zod'
import { StartFailure } from '../failure.ts'
import { type Line, type Row, readLines, type TableLine, textSettings } from './archive.ts'
import { insertRows, moveSequences, type Placed } from './insert-rows.ts'
import { isMovable, type MovableTable, readMovableTables } from './movable-tables.ts'
import type { Progress } from './progress.ts'
import { unseal } from './sealed-stream.ts'

export type ImportOptions = {
	pool: pg.Pool
	path: string
	passphrase: string
	progress: Progress
	/** Imports what fits although some of it does not. */
	isPartial?: boolean
}

export type Imported = {
	/** False: there were problems, and the database is as it was. */
	isDone: boolean
	/** By table. */
	counts: Record<string, { inserted: number; same: number; leftOut: number }>
	/** One line each, with ids and without what stands in a row. */
	problems: string[]
}

export async function importFrom({ pool, path, passphrase, progress, isPartial }: ImportOptions): Promise<Imported> {
	const file = await open(path).catch((error) => {
		throw new StartFailure(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
	})
	let client: pg.PoolClient | undefined
	try {
		client = await pool.connect()
		await client.query('begin')
		await client.query(textSettings)
		const house = await openHouse(client, progress)
		await pipeline(file.createReadStream(), unseal(passphrase), createGunzip(), async (bytes) => {
			for await (const line of readLines(bytes)) await house.take(line)
		})
		const { counts, problems } = await house.finish()
		const isDone = isPartial === true || problems.length === 0
		await client.query(isDone ? 'commit' : 'rollback')
		client.release()
		return { isDone, counts, problems }
	} catch (error) {
		client?.release(true)
		throw describe(error)
	} finally {
		await file.close().catch(() => {})
	}
}

type Room = { line: TableLine; table: MovableTable | undefined; waiting: Row[]; bytes: number; seen: number }
const batchRows = 200
const batchBytes = 4 * 1024 * 1024

async function openHouse(client: pg.ClientBase, progress: Progress) {
	const tables = new Map((await readMovableTables(client)).map((table) => [table.name, table]))
	const counts: Imported['counts'] = {}
	const seen: Record<string, number> = {}
	const problems: string[] = []
	let room: Room | undefined
	let expected: Record<string, number> | undefined
	let hasBegun = false

	async function flush() {
		if (!room || room.waiting.length === 0) return
		const { line, table, waiting } = room
		const count = counts[line.table] as Imported['counts'][string]
		room.waiting = []
		room.bytes = 0
		const placed: Placed = table
			? await insertRows(client, table, line.columns, waiting)
			: { inserted: 0, same: 0, problems: [] }
		count.inserted += placed.inserted
		count.same += placed.same
		count.leftOut += waiting.length - placed.inserted - placed.same
		for (const problem of placed.problems) if (problems.length < mostProblems) problems.push(problem)
		progress.rows(line.table, room.seen, line.rows)
	}

	async function leave() {
		await flush()
		if (!room) return
		const { line, table } = room
		if (table) await moveSequences(client, table)
		else if (room.seen > 0) problems.push(noPlaceFor(line.table, room.seen))
		seen[line.table] = room.seen
		progress.done(line.table, room.seen)
		room = undefined
	}

	async function enter(line: TableLine) {
		if (!hasBegun || !isMovable(line.table) || line.table in counts) throw new Error('an unexpected table')
		counts[line.table] = { inserted: 0, same: 0, leftOut: 0 }
		const keepsFiles = tables.has('storage.chunks')
		const table = line.table === 'storage.objects' && !keepsFiles ? undefined : tables.get(line.table)
		room = { line, table, waiting: [], bytes: 0, seen: 0 }
	}

	async function takeRow(row: Row) {
		if (!room || row.length !== room.line.columns.length) throw new Error('an unexpected row')
		room.waiting.push(row)
		room.seen++
		for (const value of row) room.bytes += value?.length ?? 0
		if (room.waiting.length >= batchRows || room.bytes > batchBytes) await flush()
	}

	return {
		async take(line: Line) {
			if (expected) throw new Error('something stands behind the end')
			if ('row' in line) return takeRow(line.row)
			await leave()
			if ('table' in line) await enter(line.table)
			else if ('end' in line) expected = line.end
			else hasBegun = true
		},
		async finish() {
			const names = Object.keys(expected ?? {})
			if (!expected || names.some((name) => seen[name] !== expected?.[name])) throw new Error('rows are missing')
			return { counts, problems }
		},
	}
}

const mostProblems = 200

function noPlaceFor(table: string, rows: number): string {
	return table === 'storage.objects' || table === 'storage.chunks'
		? `${table}: this database keeps no content of files; upload them through the platform's own storage (${rows} rows)`
		: `${table}: there is no such table here (${rows} rows)`
}

/** PostgreSQL quotes what stands in a row; the operator's screen gets the place only. */
function describe(error: unknown): unknown {
	if (error instanceof pg.DatabaseError) {
		const { schema, table, column, constraint, code } = error
		const place = [schema, table, column, constraint].filter(Boolean).join('.')
		return new StartFailure(`The database refuses the import (${code}${place ? `, ${place}` : ''})`, { cause: error })
	}
	const isGarbled = error instanceof ZodError || error instanceof SyntaxError
	return isGarbled ? new StartFailure('The export has a line that makes no sense', { cause: error }) : error
}
