// The one driver and the one pool, for the embedded database and for any other.
import postgres, { type Sql } from 'postgres'
import { StartFailure } from '../failure.ts'

/** Where the database is: an address, or the parts of the embedded one (its host may be a socket's folder). */
export type Connection = string | { host: string; port: number; user: string; password: string; database: string }

const poolSize = 10
const connectTimeoutSeconds = 5
const oldestSupported = 150000

/** Opens the pool and proves that it works; a StartFailure says in one line what is wrong. `onClose`: a connection is gone. */
export async function connectDatabase(connection: Connection, onClose?: () => void): Promise<Sql> {
	const sql = openPool(connection, poolSize, onClose)
	try {
		const [row] = await sql`select current_setting('server_version_num')::int as version`
		if (row?.version < oldestSupported) throw new StartFailure('DATABASE_URL: PostgreSQL 15 or newer is needed')
		return sql
	} catch (error) {
		await sql.end({ timeout: 1 })
		throw error instanceof StartFailure ? error : new StartFailure(explain(error), { cause: error })
	}
}

/** A pool that nobody has tried yet; for tools and tests. */
export function openPool(connection: Connection, max: number, onClose: () => void = () => {}): Sql {
	const options = {
		max,
		connect_timeout: connectTimeoutSeconds,
		backoff: (retries: number) => Math.min(2, 0.05 * 2 ** retries),
		onnotice: () => {},
		onclose: onClose,
		connection: { application_name: 'faro-migrante' },
	}
	return typeof connection === 'string' ? postgres(connection, options) : postgres({ ...options, ...connection })
}

function explain(error: unknown): string {
	const { code = '', message = '' } = error as { code?: string; message?: string }
	const reasons: Record<string, string> = {
		ECONNREFUSED: 'nothing answers there',
		ENOTFOUND: 'no such host',
		EAI_AGAIN: 'no such host',
		CONNECT_TIMEOUT: `no answer within ${connectTimeoutSeconds} seconds`,
		'28P01': 'user or password is wrong',
		'28000': 'this user may not connect',
		'3D000': 'there is no database of this name',
	}
	return `DATABASE_URL: the database cannot be reached: ${reasons[code] ?? (message.split('\n')[0] || code)}`
}
