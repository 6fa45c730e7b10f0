// The composition root: configuration → parts → listening. What is opened is closed again in reverse order, also when
// a later part fails to open.
import type pg from 'pg'
import type { Logger } from 'pino'
import { createAssistant } from './assistant/create-assistant.ts'
import { loadGates } from './assistant/gates/load-gates.ts'
import { loadGuide } from './assistant/guide/load-guide.ts'
import { createPasswords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { createUsers } from './auth/users.ts'
import type { Config } from './config.ts'
import { connectDatabase } from './database/connect.ts'
import { createDatabase, type Database } from './database/database.ts'
import { startCluster } from './database/embedded/cluster.ts'
import { migrate } from './database/migrate.ts'
import { loadSecrets, type Secrets } from './database/secrets.ts'
import { assemble } from './http/assemble.ts'
import { loadPages } from './http/pages.ts'
import { listen } from './listen.ts'

export type Surroundings = {
	buildFolder: string
	contentFolder: string
	log: Logger
	/** Told about each step worth a line to the operator. */
	say(line: string): void
}

export type RunningServer = { url: string; database: Database; secrets: Secrets; close(): Promise<void> }

/** Listens when the promise resolves; fails with a StartFailure that says why in one line. */
export async function startServer(config: Config, surroundings: Surroundings): Promise<RunningServer> {
	const { buildFolder, contentFolder, log, say } = surroundings
	const closers: (() => Promise<void>)[] = []
	const close = async () => {
		for (const closeOne of closers.splice(0).reverse())
			await closeOne().catch((error) => log.error({ err: error }, 'closing failed'))
	}
	try {
		const [pool, guide, gates, pages, passwords] = await allSettledOrThrow([
			openPool(config, surroundings, closers),
			loadGuide(contentFolder),
			loadGates(contentFolder),
			loadPages(buildFolder),
			createPasswords(),
		])
		const database = createDatabase(pool)
		const assistant = createAssistant({ guide, gates })
		const applied = await migrate(pool)
		if (applied.length > 0) say(`The database is up to date (${applied.length} migrations applied).`)
		const secrets = await loadSecrets(database.query, config)
		const signingKeys = [secrets.jwtSecret, secrets.jwtSecretPrevious].filter((key) => key !== undefined)
		const tokens = createTokens(signingKeys, `${config.publicUrl}/auth/v1`)
		const users = createUsers(database)
		const auth = { users, passwords, sessions: createSessions(database, users, tokens, secrets.jwtSecret) }
		const app = assemble({
			config,
			log,
			database,
			tokens,
			serviceRoleKey: secrets.serviceRoleKey,
			auth,
			assistant,
			pages,
		})
		const listening = await listen(app, config)
		closers.push(listening.close)
		const url = config.port === 0 ? `http://localhost:${listening.port}` : config.publicUrl
		return { url, database, secrets, close }
	} catch (error) {
		await close()
		throw error
	}
}

/** Connections to the operator's database, else to our own, which is brought back whenever its process dies. */
async function openPool(
	config: Config,
	{ log, say }: Surroundings,
	closers: (() => Promise<void>)[],
): Promise<pg.Pool> {
	const cluster = config.databaseUrl ? undefined : await startCluster({ dataDir: config.dataDir, log: say })
	if (cluster) closers.push(cluster.close)
	const revive = () =>
		cluster?.ensureRunning().catch((error) => log.error({ err: error }, 'the database does not come back'))
	const pool = await connectDatabase(config.databaseUrl ?? cluster?.connection ?? '', { onBroken: revive })
	closers.push(() => pool.end())
	return pool
}

/** Like Promise.all, but waits for the slower ones before it fails, so that what they open can be closed. */
async function allSettledOrThrow<T extends unknown[]>(parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
	const outcomes = await Promise.allSettled(parts)
	const failed = outcomes.find((outcome) => outcome.status === 'rejected')
	if (failed) throw failed.reason
	return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T
}
