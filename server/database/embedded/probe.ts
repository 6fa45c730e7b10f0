// Asks the database behind an address who it is.
import pg from 'pg'
import type { Connection } from './cluster.ts'

/** `ours`: our cluster and version, with our password · `starting`: not yet, or no longer · `foreign`: something else · `silent`: nobody. */
export type Answer = 'ours' | 'starting' | 'foreign' | 'silent'

const patienceMs = 5000

/** Also makes our database when the cluster does not have it yet. */
export async function probe(connection: Connection, cluster: string, version: string): Promise<Answer> {
	const limits = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
	const client = new pg.Client({ ...connection, ...limits, database: 'postgres' })
	// A connection that breaks later than its query has nobody else to tell.
	client.on('error', () => {})
	try {
		await client.connect()
		const { rows } = await client.query(whoIsThere, [connection.database])
		if (rows[0].folder !== cluster || !version.startsWith(`${rows[0].version}.`)) return 'foreign'
		if (!rows[0].is_complete) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
		return 'ours'
	} catch (error) {
		return meaningOf(error)
	} finally {
		client.end().catch(() => {})
	}
}

const whoIsThere = `
	select current_setting('data_directory') as folder, current_setting('server_version') as version,
		exists (select from pg_database where datname = $1) as is_complete`

function meaningOf(error: unknown): Answer {
	const code = String((error as { code?: unknown }).code ?? '')
	if (code === '57P03' || code === '57P01') return 'starting'
	if (code.startsWith('28')) return 'foreign'
	// Too many connections: it is there, only busy.
	if (code === '53300') return 'ours'
	if (/^(?!E[A-Z])[0-9A-Z]{5}$/.test(code)) throw error
	return 'silent'
}
