// Queries in somebody's name. Row-level security decides what a caller may do; nothing above this file does.
import type { Sql } from 'postgres'

export type Caller =
	| { role: 'anon' }
	| { role: 'authenticated'; userId: string; sessionId: string; claims: Record<string, unknown> }
	| { role: 'service_role' }

export type QueryValue = string | number | boolean | null
export type Query = { text: string; values?: readonly QueryValue[] }
export type Run = <Row = Record<string, unknown>>(query: Query) => Promise<Row[]>

export type Database = {
	/** As the server itself, past row-level security: for accounts, migrations and secrets, never for a caller's wish. */
	sql: Sql
	/** One statement in the caller's name, in one round trip once its text is known. */
	runAs<Row = Record<string, unknown>>(caller: Caller, query: Query): Promise<Row[]>
	/** Several statements in the caller's name that happen together or not at all. */
	transactionAs<T>(caller: Caller, work: (run: Run) => Promise<T>): Promise<T>
	close(): Promise<void>
}

/** SQLSTATE of faro.enter when the caller's session has ended. */
export const sessionEndedCode = 'FM401'

const statementTimeout = '5s'
const closeTimeoutSeconds = 5
/** A connection keeps a plan for each of so many texts; callers choose the texts, so there must be an end to it. */
const preparedTexts = 400

export function createDatabase(sql: Sql): Database {
	const known = new Set<string>()

	const send = <Row>(connection: Sql, { text, values = [] }: Query): Promise<Row[]> => {
		if (known.size < preparedTexts) known.add(text)
		// The driver's own type for rows is narrower than what statements give.
		return connection.unsafe(text, values as never[], { prepare: known.has(text) }) as unknown as Promise<Row[]>
	}

	const enter = (connection: Sql, caller: Caller) => [
		connection.unsafe('begin'),
		send(connection, {
			text: 'select faro.enter($1, $2, $3::uuid, $4)',
			values: [caller.role, JSON.stringify(claimsOf(caller)), 'sessionId' in caller ? caller.sessionId : null, statementTimeout],
		}),
	]

	return {
		sql,
		async runAs<Row>(caller: Caller, query: Query) {
			const connection = await sql.reserve()
			try {
				// Sent without waiting for one another: where one fails the rest do nothing and the commit rolls back.
				const steps = [...enter(connection, caller), send<Row>(connection, query), connection.unsafe('commit')]
				const outcomes = await Promise.allSettled(steps)
				const failed = outcomes.find((outcome) => outcome.status === 'rejected')
				if (failed) throw failed.reason
				return (outcomes[2] as PromiseFulfilledResult<Row[]>).value
			} finally {
				connection.release()
			}
		},
		async transactionAs<T>(caller: Caller, work: (run: Run) => Promise<T>) {
			const connection = await sql.reserve()
			try {
				await allOrFirstFailure(enter(connection, caller))
				const result = await work((query) => send(connection, query))
				await connection.unsafe('commit')
				return result
			} catch (error) {
				await connection.unsafe('rollback').catch(() => {})
				throw error
			} finally {
				connection.release()
			}
		},
		close: () => sql.end({ timeout: closeTimeoutSeconds }),
	}
}

function claimsOf(caller: Caller): Record<string, unknown> {
	return caller.role === 'authenticated' ? caller.claims : { role: caller.role }
}

async function allOrFirstFailure(steps: Promise<unknown>[]) {
	const failed = (await Promise.allSettled(steps)).find((outcome) => outcome.status === 'rejected')
	if (failed) throw failed.reason
}

