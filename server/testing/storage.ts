// /storage/v1 by itself on free ports: two replicas over one real database, with the keys, tokens and headers of the whole
// server before it and the official client in front.
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type pg from 'pg'
import { pino } from 'pino'
import type { AppEnv } from '../app-env.ts'
import { createTokens } from '../auth/tokens.ts'
import { openPool } from '../database/connect.ts'
import { createDatabase } from '../database/database.ts'
import { authenticate, identifier, knownUnless } from '../http/authenticate.ts'
import { securityHeaders } from '../http/headers.ts'
import { needsNoKey } from '../storage/open-routes.ts'
import { storageRoutes } from '../storage/routes.ts'
import { createSignedUrls } from '../storage/signed-urls.ts'
import { testDatabase } from './database.ts'

type Storage = SupabaseClient['storage']

export type StorageServer = {
	url: string
	/** As the operator of the database, past row-level security. */
	pool: pg.Pool
	logged(): string
	/** The official client. `token` is the public key unless one is given; the second replica answers as the first does. */
	storage(token?: string, replica?: 0 | 1): Storage
	/** As the operator. */
	operator: Storage
	/** An access token of a new person with a live session. */
	person(): Promise<{ userId: string; token: string }>
	/** Below /storage/v1, without a key unless one is given. */
	request(path: string, init?: RequestInit & { key?: string }): Promise<Response>
	close(): Promise<void>
}

export const anonKey = 'the public key of these tests'.replaceAll(' ', '-')
export const serviceRoleKey = 'the operator’s key of these tests'.replaceAll(/\W/g, '-')
const secret = 'signs tokens and addresses in these tests'

/** `now` is the time by which signed addresses expire. */
export async function storageServer(now?: () => Date): Promise<StorageServer> {
	const own = await testDatabase()
	const lines: string[] = []
	const tokens = createTokens([secret], 'http://localhost/auth/v1')
	const second = openPool(own.url, { max: 5 })
	const replicas = await Promise.all([own.pool, second].map((pool) => listen(pool, lines, now)))
	const urls = replicas.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
	const storage = (token = anonKey, replica: 0 | 1 = 0) =>
		createClient(urls[replica] as string, token === serviceRoleKey ? serviceRoleKey : anonKey, {
			accessToken: async () => token,
		}).storage

	return {
		url: urls[0] as string,
		pool: own.pool,
		logged: () => lines.join(''),
		storage,
		operator: storage(serviceRoleKey),
		async person() {
			const [userId, sessionId] = [randomUUID(), randomUUID()]
			await own.pool.query('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.org`])
			await own.pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
			return { userId, token: (await tokens.sign({ sub: userId, session_id: sessionId })).token }
		},
		request: (path, { key, headers, ...init } = {}) =>
			fetch(`${urls[0]}/storage/v1${path}`, {
				...init,
				headers: { ...(key ? { apikey: key } : {}), ...(headers as Record<string, string>) },
			}),
		async close() {
			await Promise.all(replicas.map((server) => new Promise((resolve) => server.close(resolve))))
			await second.end()
			await own.close()
		},
	}
}

async function listen(pool: pg.Pool, lines: string[], now: (() => Date) | undefined): Promise<Server> {
	const app = new Hono<AppEnv>()
	const tokens = createTokens([secret], 'http://localhost/auth/v1')
	const known = authenticate(identifier({ anonKey, serviceRoleKey }, tokens))
	app.use(securityHeaders)
	app.use(async (c, next) => {
		c.set('log', pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }))
		await next()
	})
	app.use('/storage/v1/*', knownUnless(needsNoKey, known))
	const parts = { database: createDatabase(pool), signedUrls: createSignedUrls([secret], now) }
	app.route('/storage/v1', storageRoutes(parts))
	const server = createAdaptorServer({ fetch: app.fetch }) as Server
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return server
}

/** A file that begins as a PDF does, `size` bytes long. */
export function pdf(size = 1000): Buffer<ArrayBuffer> {
	const content = Buffer.alloc(size, 'abcdefghijklmnopqrstuvwxyz0123456789\n')
	content.write('%PDF-1.7\n')
	return content
}
