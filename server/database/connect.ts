// The one driver and the one pool, for the embedded database and for any other. Several hosts in DATABASE_URL fail over:
// a new connection goes to the first one that answers and takes writes.
import pg from 'pg'
import { StartFailure } from '../failure.ts'

/** Where the database is: an address, or the parts of the embedded one (its host may be a socket's folder). */
export type Connection = string | { host: string; port: number; user: string; password: string; database: string }

export type PoolOptions = {
	/** Most connections at once; 10 unless told. */
	max?: number
	/** Told that a connection broke, so that a dead database can be brought back. */
	onBroken?: () => void
	/** Sessions are another service's: faro.enter does not look for them. */
	sessionsElsewhere?: boolean
}

const connectTimeoutMs = 5000
const oldestSupported = 150000

/** Opens the pool and proves that it works; a StartFailure says in one line what is wrong. */
export async function connectDatabase(connection: Connection, options: PoolOptions = {}): Promise<pg.Pool> {
	const pool = openPool(connection, options)
	try {
		const { rows } = await pool.query("select current_setting('server_version_num')::int as version")
		if (rows[0].version < oldestSupported) throw new StartFailure('DATABASE_URL: PostgreSQL 15 or newer is needed')
		return pool
	} catch (error) {
		await pool.end()
		throw error instanceof StartFailure ? error : new StartFailure(explain(error), { cause: error })
	}
}

/** A pool that nobody has tried yet. */
export function openPool(
	connection: Connection,
	{ max = 10, onBroken = () => {}, sessionsElsewhere = false }: PoolOptions = {},
): pg.Pool {
	const hosts = readHosts(connection)
	let current = 0
	/** Several that fail at the same time move on by one host only. */
	const leaveHost = (tried: number) => {
		if (tried === current) current = (current + 1) % hosts.length
	}

	class Client extends pg.Client {
		constructor(config: pg.ClientConfig) {
			super({ ...config, ...hosts[current] })
			this.on('error', onBroken)
		}
	}

	const pool = new pg.Pool({
		...hosts[0],
		Client,
		max,
		connectionTimeoutMillis: connectTimeoutMs,
		idleTimeoutMillis: 30_000,
		maxLifetimeSeconds: 1800,
		keepAlive: true,
		application_name: 'faro-migrante',
		...(sessionsElsewhere ? { options: '-c faro.sessions=elsewhere' } : {}),
		pipeline: true,
		verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
			if (hosts.length === 1) return done()
			client
				.query('select pg_is_in_recovery() as is_standby')
				.then(({ rows }) => done(rows[0].is_standby ? new Error('this host does not take writes') : undefined), done)
		},
	} as unknown as pg.PoolConfig)
	pool.on('error', onBroken)
	if (hosts.length > 1) pool.connect = withRetries(pool.connect.bind(pool), hosts.length, () => current, leaveHost)
	return pool
}

/** What to give a client for each host: the whole address, because its host outweighs any that stands beside it. */
function readHosts(connection: Connection): pg.ClientConfig[] {
	if (typeof connection !== 'string') return [connection]
	const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*,[^/?]*)(.*)$/.exec(connection) ?? []
	if (hosts === undefined) return [{ connectionString: connection }]
	return hosts.split(',').map((host) => ({ connectionString: `${before}${host}${after}` }))
}

type Told = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

/** Like `connect`, with the pool's own way of being told: its `query` asks by callback. */
function withRetries(
	connect: () => Promise<pg.PoolClient>,
	times: number,
	currentHost: () => number,
	leaveHost: (tried: number) => void,
): typeof pg.Pool.prototype.connect {
	const attempt = async (left: number): Promise<pg.PoolClient> => {
		const tried = currentHost()
		return connect().catch((error) => {
			leaveHost(tried)
			if (left <= 1) throw error
			return attempt(left - 1)
		})
	}
	return ((told?: Told) => {
		const connected = attempt(times)
		if (!told) return connected
		connected.then((client) => told(undefined, client, client.release), told)
	}) as typeof pg.Pool.prototype.connect
}

function explain(error: unknown): string {
	const { code = '', message = '' } = error as { code?: string; message?: string }
	const reasons: Record<string, string> = {
		ECONNREFUSED: 'nothing answers there',
		ENOTFOUND: 'no such host',
		EAI_AGAIN: 'no such host',
		'28P01': 'user or password is wrong',
		'28000': 'this user may not connect',
		'3D000': 'there is no database of this name',
	}
	const isTimeout = /timeout|terminated/i.test(message)
	const reason =
		reasons[code] ??
		(isTimeout ? `no answer within ${connectTimeoutMs / 1000} seconds` : message.split('\n')[0] || code)
	return `DATABASE_URL: the database cannot be reached: ${reason}`
}
