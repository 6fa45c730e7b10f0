// The counts in one of two tables: how fast (faro.rate_limits), and how much of an offer (faro.consumption). Adding is one
// atomic statement, whichever replica comes first.
import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

export type Count = { consumed: number; msLeft: number }
export type Store = ReturnType<typeof createStore>
export type CountTable = 'rate_limits' | 'consumption'

export function createStore(pool: Pick<pg.Pool, 'query'>, tableName: CountTable) {
	const counter = new RateLimiterPostgres({
		storeClient: pool,
		storeType: 'pool',
		schemaName: 'faro',
		tableName,
		// Our migration makes the table and `removeExpired` keeps it small.
		tableCreated: true,
		clearExpiredByTimeout: false,
		keyPrefix: '',
		// What is too much is judged by the caller, who knows the rule.
		points: 0,
		duration: 0,
	})

	return {
		/** The count after adding; a window begins with the first one in it. */
		async add(key: string, points: number, seconds: number): Promise<Count> {
			const { consumedPoints, msBeforeNext } = await counter.penalty(key, points, { customDuration: seconds })
			return { consumed: consumedPoints, msLeft: msBeforeNext }
		},

		async read(key: string): Promise<Count> {
			const found = await counter.get(key)
			return { consumed: found?.consumedPoints ?? 0, msLeft: found?.msBeforeNext ?? 0 }
		},

		/** Never below nothing, and nothing at all once the window has ended. */
		async subtract(key: string, points: number): Promise<void> {
			const text = `update faro.${tableName} set points = greatest(points - $2, 0) where key = $1 and expire > $3`
			await pool.query(text, [key, points, Date.now()])
		},

		async removeExpired(): Promise<void> {
			await pool.query(`delete from faro.${tableName} where expire <= $1`, [Date.now()])
		},
	}
}
