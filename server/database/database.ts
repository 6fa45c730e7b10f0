// Queries in somebody's name. Row-level security decides what a caller may do; nothing above this file does.
import type pg from 'pg'

export type Caller =
	| { role: 'anon' }
	| { role: 'authenticated'; userId: string; sessionId: string; claims: Record<string, unknown> }
	| { role: 'service_role' }

/** Values are handed to PostgreSQL as text; objects as JSON. */
export type Query = { text: string; values?: readonly unknown[] }
export type Run = <Row = Record<string, unknown>>(query: Query) => Promise<Row[]>

export type Database = {
	/** As the server itself, past row-level security: for accounts and secrets, never for a caller's wish. */
	query: Run
	/** Several statements of the server itself that happen together or not at all. */
	transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
	/** One statement in the caller's name, in one round trip. */
	runAs<Row = Record<string, unknown>>(caller: Caller, query: Query): Promise<Row[]>
	/** Several statements in the caller's name that happen together or not at all. */
	transactionAs<T>(caller: Caller, work: (run: Run) => Promise<T>): Promise<T>
}

/** SQLSTATE of faro.enter when the caller's session has ended. */
export const sessionEndedCode = 'FM401'

const statementTimeout = '5s'
/** A connection keeps a plan for each of so many texts; callers choose the texts, so there must be an end to it. */
const preparedTexts = 400

export function createDatabase(pool: pg.Pool): Database {
	const names = new Map<string, string>()

	const runOn = (client: pg.Pool | pg.PoolClient) =>
		async function run<Row>({ text, values }: Query): Promise<Row[]> {
			if (!values) return (await client.query(text)).rows
			if (!names.has(text) && names.size < preparedTexts) names.set(text, `s${names.size}`)
			return (await client.query({ name: names.get(text), text, values: values as unknown[] })).rows
		}

	const enter = (client: pg.PoolClient, caller: Caller) => [
		client.query('begin'),
		runOn(client)({
			text: 'select faro.enter($1, $2, $3::uuid, $4)',
			values: [caller.role, claimsOf(caller), 'sessionId' in caller ? caller.sessionId : null, statementTimeout],
		}),
	]

	async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
		const client = await pool.connect()
		try {
			const result = await work(client)
			client.release()
			return result
		} catch (error) {
			// A connection that may still be inside a transaction is not given to somebody else.
			const isClean = await client.query('rollback').then(
				() => true,
				() => false,
			)
			client.release(!isClean)
			throw error
		}
	}

	return {
		query: (query) => runOn(pool)(query),
		transaction: (work) =>
			withClient(async (client) => {
				await client.query('begin')
				const result = await work(runOn(client))
				await client.query('commit')
				return result
			}),
		runAs: (caller, query) =>
			withClient(async (client) => {
				// Sent without waiting for one another: where one fails the rest do nothing and the commit rolls back.
				const steps = [...enter(client, caller), runOn(client)(query), client.query('commit')]
				const [, , rows] = await firstFailureOrAll(steps)
				return rows as never
			}),
		transactionAs: (caller, work) =>
			withClient(async (client) => {
				await firstFailureOrAll(enter(client, caller))
				const result = await work(runOn(client))
				await client.query('commit')
				return result
			}),
	}
}

function claimsOf(caller: Caller): string {
	return JSON.stringify(caller.role === 'authenticated' ? caller.claims : { role: caller.role })
}

/** Waits for every step, so that nothing is under way any more when it fails. */
async function firstFailureOrAll(steps: Promise<unknown>[]): Promise<unknown[]> {
	const outcomes = await Promise.allSettled(steps)
	const failed = outcomes.find((outcome) => outcome.status === 'rejected')
	if (failed) throw failed.reason
	return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value)
}
