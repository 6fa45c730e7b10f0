// The database an operator's command works on: the one of DATABASE_URL, also while servers use it, or the embedded one,
// whose data folder belongs to one process at a time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { startCluster } from '../database/embedded/cluster.ts'
import { StartFailure } from '../failure.ts'

/** Runs `work` and gives its result; what was started for it is stopped. `mayBegin`: makes a data folder if need be. */
export async function withDatabase<T>(
	work: (pool: pg.Pool, config: ReturnType<typeof readConfig>) => Promise<T>,
	{ mayBegin = false } = {},
): Promise<T> {
	const config = readConfig(process.env)
	const cluster = config.databaseUrl ? undefined : await startOwn(config.dataDir, mayBegin)
	try {
		const pool = await connectDatabase(config.databaseUrl ?? cluster?.connection ?? '', { max: 2 })
		try {
			return await work(pool, config)
		} finally {
			await pool.end()
		}
	} finally {
		await cluster?.close()
	}
}

async function startOwn(dataDir: string, mayBegin: boolean) {
	const hasOne = existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'cluster-location'))
	if (!hasOne && !mayBegin)
		throw new StartFailure(`There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL for one elsewhere`)
	return startCluster({ dataDir, log: (step) => console.error(step) })
}
