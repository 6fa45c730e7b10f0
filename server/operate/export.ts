// Writes everything that moves house into one encrypted file: a consistent picture of the database, whoever writes to it
// meanwhile, read and encrypted piece by piece.
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { StartFailure } from '../failure.ts'
import { textSettings } from './archive.ts'
import { type MovableTable, quote, quoteTable, readMovableTables } from './movable-tables.ts'
import type { Progress } from './progress.ts'
import { seal } from './sealed-stream.ts'

export type ExportOptions = { pool: pg.Pool; path: string; passphrase: string; progress: Progress }

/** Rows by table. The file is new, for its owner's eyes, and gone again when something fails. */
export async function exportTo({ pool, path, passphrase, progress }: ExportOptions): Promise<Record<string, number>> {
	const file = await open(path, 'wx', 0o600).catch((error) => {
		throw new StartFailure(`${path} cannot be written: ${explain(error)}`, { cause: error })
	})
	const counts: Record<string, number> = {}
	let client: pg.PoolClient | undefined
	try {
		client = await pool.connect()
		await client.query('begin transaction isolation level repeatable read read only')
		await client.query(textSettings)
		const lines = Readable.from(linesOf(client, counts, progress), { highWaterMark: 1 })
		await pipeline(lines, createGzip({ level: 1 }), seal(passphrase), file.createWriteStream({ flush: true }))
		await client.query('commit')
		client.release()
		return counts
	} catch (error) {
		// The connection may be in the middle of a cursor.
		client?.release(true)
		await file.close().catch(() => {})
		await rm(path, { force: true })
		throw error
	}
}

async function* linesOf(client: pg.ClientBase, counts: Record<string, number>, progress: Progress) {
	const tables = await readMovableTables(client)
	if (!tables.some(({ name }) => name === 'auth.users'))
		throw new StartFailure('There is nothing to export: this database has no accounts of ours')
	yield `${JSON.stringify({ format: 'faro-migrante', version: 1, createdAt: new Date().toISOString() })}\n`
	for (const table of tables) {
		const { rows } = await client.query(
			`select count(*)::int as count from ${quoteTable(table.name)}${filterOf(table)}`,
		)
		const total = rows[0].count as number
		const columns = table.columns.map(({ name }) => name)
		yield `${JSON.stringify({ table: table.name, columns, rows: total })}\n`
		counts[table.name] = 0
		for await (const batch of batchesOf(client, table)) {
			yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
			counts[table.name] = (counts[table.name] ?? 0) + batch.length
			progress.rows(table.name, counts[table.name] ?? 0, total)
		}
		progress.done(table.name, total)
	}
	yield `${JSON.stringify({ end: counts })}\n`
}

async function* batchesOf(client: pg.ClientBase, table: MovableTable): AsyncGenerator<(string | null)[][]> {
	const columns = table.columns.map(({ name }) => `${quote(name)}::text`)
	// A saved chat may have 200 KB and a piece of a file 1 MB.
	const size = table.name === 'storage.chunks' ? 4 : 100
	await client.query(
		`declare moving no scroll cursor for select ${columns} from ${quoteTable(table.name)}${filterOf(table)}`,
	)
	for (;;) {
		const { rows } = await client.query({ text: `fetch ${size} from moving`, rowMode: 'array' })
		if (rows.length > 0) yield rows
		if (rows.length < size) break
	}
	await client.query('close moving')
}

/** Uploads that broke off stay behind. */
function filterOf({ name }: MovableTable): string {
	return name === 'storage.chunks'
		? ' where exists (select from storage.objects object where object.version = chunks.version)'
		: ''
}

function explain(error: NodeJS.ErrnoException): string {
	const reasons: Record<string, string> = {
		EEXIST: 'there is such a file already, and nothing is overwritten',
		ENOENT: 'there is no such folder',
		EACCES: 'this user may not write there',
	}
	return reasons[error.code ?? ''] ?? error.message
}
