// Brings a database to the newest shape. Safe with several replicas starting at once: one migrates, the others wait.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReservedSql, Sql } from 'postgres'
import { StartFailure } from '../failure.ts'

type Migration = { name: string; text: string; checksum: string }

const folder = join(import.meta.dirname, '../../migrations')
/** Any number will do, as long as nobody else uses it. */
const lockId = 4_672_001

/** Applies what is missing, each file in a transaction; gives the names of what was applied. */
export async function migrate(sql: Sql, from: string = folder): Promise<string[]> {
	const connection = await sql.reserve()
	try {
		await connection`select pg_advisory_lock(${lockId})`
		await connection.unsafe(`
			create schema if not exists faro;
			revoke all on schema faro from public;
			create table if not exists faro.migrations (
				name text primary key,
				checksum text not null,
				applied_at timestamptz not null default now()
			);
		`)
		return await applyMissing(connection, await migrationsFor(connection, from))
	} finally {
		await connection`select pg_advisory_unlock(${lockId})`.catch(() => {})
		connection.release()
	}
}

/** Platform migrations make what a hosted platform already has; there they are passed over. */
async function migrationsFor(connection: ReservedSql, from: string): Promise<Migration[]> {
	const [state] = await connection`
		select to_regclass('auth.users') is not null as has_accounts,
			exists (select from faro.migrations where name like 'platform/%') as made_here`
	const isHosted = state?.has_accounts && !state?.made_here
	return [...(isHosted ? [] : await readMigrations(from, 'platform')), ...(await readMigrations(from, 'app'))]
}

async function readMigrations(from: string, part: string): Promise<Migration[]> {
	const names = (await readdir(join(from, part))).filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		names.map(async (name) => {
			const text = (await readFile(join(from, part, name), 'utf8')).replaceAll('\r\n', '\n')
			return { name: `${part}/${name.slice(0, -4)}`, text, checksum: createHash('sha256').update(text).digest('hex') }
		}),
	)
}

async function applyMissing(connection: ReservedSql, migrations: Migration[]): Promise<string[]> {
	const applied = new Map((await connection`select name, checksum from faro.migrations`).map((row) => [row.name, row.checksum]))
	const missing: string[] = []
	for (const { name, text, checksum } of migrations) {
		const before = applied.get(name)
		if (before === checksum) continue
		if (before) throw new StartFailure(`migrations/${name}.sql was edited after it had been applied to this database`)
		await applyOne(connection, name, text, checksum)
		missing.push(name)
	}
	return missing
}

async function applyOne(connection: ReservedSql, name: string, text: string, checksum: string) {
	try {
		await connection.unsafe('begin')
		await connection.unsafe(text)
		await connection`insert into faro.migrations (name, checksum) values (${name}, ${checksum})`
		await connection.unsafe('commit')
	} catch (error) {
		await connection.unsafe('rollback').catch(() => {})
		throw new StartFailure(`migrations/${name}.sql failed: ${(error as Error).message}`, { cause: error })
	}
}
