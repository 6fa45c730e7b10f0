// Brings a database to the newest shape. Safe with several replicas starting at once: one migrates, the others wait.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartFailure } from '../failure.ts'

type Migration = { name: string; text: string; checksum: string }

const defaultFolder = join(import.meta.dirname, '../../migrations')
/** Any number will do, as long as nobody else uses it. */
const lockId = 4_672_001

/** Applies what is missing, each file in a transaction; gives the names of what was applied. */
export async function migrate(pool: pg.Pool, folder: string = defaultFolder): Promise<string[]> {
	const client = await pool.connect()
	try {
		await client.query('select pg_advisory_lock($1)', [lockId])
		await client.query(`
			create schema if not exists faro;
			revoke all on schema faro from public;
			create table if not exists faro.migrations (
				name text primary key,
				checksum text not null,
				applied_at timestamptz not null default now()
			);
		`)
		return await applyMissing(client, await migrationsFor(client, folder))
	} finally {
		// The lock goes with the connection, should this fail.
		const isUnlocked = await client.query('select pg_advisory_unlock($1)', [lockId]).then(
			() => true,
			() => false,
		)
		client.release(!isUnlocked)
	}
}

/** Platform migrations make what a hosted platform already has; there they are passed over. */
async function migrationsFor(client: pg.PoolClient, folder: string): Promise<Migration[]> {
	const { rows } = await client.query(`
		select to_regclass('auth.users') is not null as has_accounts,
			exists (select from faro.migrations where name like 'platform/%') as made_here`)
	const isHosted = rows[0].has_accounts && !rows[0].made_here
	return [...(isHosted ? [] : await readMigrations(folder, 'platform')), ...(await readMigrations(folder, 'app'))]
}

async function readMigrations(folder: string, part: string): Promise<Migration[]> {
	const names = (await readdir(join(folder, part))).filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		names.map(async (name) => {
			const text = (await readFile(join(folder, part, name), 'utf8')).replaceAll('\r\n', '\n')
			return { name: `${part}/${name.slice(0, -4)}`, text, checksum: createHash('sha256').update(text).digest('hex') }
		}),
	)
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
	const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from faro.migrations')
	const applied = new Map(rows.map((row) => [row.name, row.checksum]))
	const missing: string[] = []
	for (const { name, text, checksum } of migrations) {
		const before = applied.get(name)
		if (before === checksum) continue
		if (before) throw new StartFailure(`migrations/${name}.sql was edited after it had been applied to this database`)
		await applyOne(client, { name, text, checksum })
		missing.push(name)
	}
	return missing
}

async function applyOne(client: pg.PoolClient, { name, text, checksum }: Migration) {
	try {
		await client.query('begin')
		await client.query(text)
		await client.query('insert into faro.migrations (name, checksum) values ($1, $2)', [name, checksum])
		await client.query('commit')
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw new StartFailure(`migrations/${name}.sql failed: ${(error as Error).message}`, { cause: error })
	}
}
