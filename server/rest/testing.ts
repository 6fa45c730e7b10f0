// For this folder's tests: /rest/v1 by itself on a free port, on a real database with tables of its own, and the
// official client in front of it. Who asks is said in a header that only this stand-in for the assembly believes.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { PostgrestClient } from '@supabase/postgrest-js'
import { Hono } from 'hono'
import type pg from 'pg'
import { pino } from 'pino'
import type { AppEnv } from '../app-env.ts'
import { type Caller, createDatabase } from '../database/database.ts'
import { testDatabase } from '../testing/database.ts'
import { catalogueSource } from './catalogue.ts'
import { restRoutes } from './routes.ts'

export type Person = Extract<Caller, { role: 'authenticated' }>

export type RestServer = {
	url: string
	/** As the operator of the database, past row-level security. */
	pool: pg.Pool
	logged(): string
	/** A new person with a live session. */
	person(): Promise<Person>
	client(caller?: Caller): PostgrestClient
	request(path: string, init?: RequestInit & { caller?: Caller }): Promise<Response>
	close(): Promise<void>
}

export const visitor: Caller = { role: 'anon' }
export const operator: Caller = { role: 'service_role' }

const callerHeader = 'x-test-caller'

/** `tables` is SQL that is run before the first request; `now`, in milliseconds, decides how old the catalogue is. */
export async function restServer(tables: string, now?: () => number): Promise<RestServer> {
	const own = await testDatabase()
	await own.pool.query(tables)
	const lines: string[] = []
	const app = new Hono<AppEnv>()
	app.use(async (c, next) => {
		c.set('caller', JSON.parse(c.req.header(callerHeader) ?? '{"role":"anon"}'))
		c.set('log', pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }))
		await next()
	})
	const database = createDatabase(own.pool)
	app.route('/rest/v1', restRoutes({ database, catalogue: catalogueSource(database.query, now) }))
	const server = await listen(app)
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1`
	const headersFor = (caller: Caller) => ({ [callerHeader]: JSON.stringify(caller) })

	return {
		url,
		pool: own.pool,
		logged: () => lines.join(''),
		async person() {
			const userId = randomUUID()
			const sessionId = randomUUID()
			await own.pool.query('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.org`])
			await own.pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
			return { role: 'authenticated', userId, sessionId, claims: { sub: userId, role: 'authenticated' } }
		},
		client: (caller = visitor) => new PostgrestClient(url, { headers: headersFor(caller), schema: 'public' }),
		request: (path, { caller = visitor, headers, ...init } = {}) =>
			fetch(url + path, { ...init, headers: { ...headersFor(caller), ...(headers as Record<string, string>) } }),
		async close() {
			await new Promise((resolve) => server.close(resolve))
			await own.close()
		},
	}
}

function listen(app: Hono<AppEnv>): Promise<ServerType> {
	return new Promise((resolve) => {
		const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server))
	})
}
