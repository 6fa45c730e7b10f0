// Once for the whole test run: a PostgreSQL (our own, or the one of TEST_DATABASE_URL) with one migrated database that
// every test file's own database is copied from.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Connection, openPool } from '../database/connect.ts'
import { type Cluster, startCluster } from '../database/embedded/cluster.ts'
import { migrate } from '../database/migrate.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of a database whose user may create others. */
		databaseUrl: string
		templateName: string
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'faro-test-'))
	// Root's database runs as another user, who has to reach it.
	await chmod(folder, 0o755)
	const external = process.env.TEST_DATABASE_URL
	const cluster = external ? undefined : await startCluster({ dataDir: folder, log: () => {} })
	const databaseUrl = external ?? urlOf(cluster as Cluster)
	const admin = openPool(databaseUrl, { max: 1 })
	const templateName = `faro_template_${randomBytes(4).toString('hex')}`
	if (cluster) await preferSpeed(admin)
	await makeTemplate(admin, databaseUrl, templateName)
	project.provide('databaseUrl', databaseUrl)
	project.provide('templateName', templateName)
	return async () => {
		await admin.query(`drop database if exists ${templateName}`)
		await admin.end()
		await cluster?.close()
		await rm(folder, { recursive: true, force: true })
	}
}

/** The same server and user, another database. */
export function withDatabase(url: string, name: string): string {
	return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`)
}

async function makeTemplate(admin: pg.Pool, databaseUrl: string, name: string): Promise<void> {
	await admin.query(`create database ${name}`)
	const pool = openPool(withDatabase(databaseUrl, name) satisfies Connection, { max: 1 })
	try {
		await migrate(pool)
	} finally {
		await pool.end()
	}
}

/** What survives a power cut does not matter here; kill -9 is tested with clusters of their own. */
async function preferSpeed(admin: pg.Pool): Promise<void> {
	for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
		await admin.query(`alter system set ${setting} = off`)
	await admin.query('select pg_reload_conf()')
}

function urlOf({ connection: { host, port, user, password, database } }: Cluster): string {
	return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
}
