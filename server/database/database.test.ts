import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { StartFailure } from '../failure.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'
import { createDatabase, type Database } from './database.ts'

let own: TestDatabase
let pool: pg.Pool
let database: Database
beforeAll(async () => {
	own = await testDatabase()
	pool = own.pool
	database = createDatabase(pool)
})
afterAll(() => own.close())

const visitor = { role: 'anon' } as const

describe('a statement in a caller’s name', () => {
	it('runs as that role and leaves nothing of it behind', async () => {
		const [inside] = await database.runAs(visitor, {
			text: "select current_user::text as who, auth.role() as role, current_setting('statement_timeout') as limit",
		})
		expect(inside).toEqual({ who: 'anon', role: 'anon', limit: '5s' })
		const [outside] = await database.query<{ who: string; claims: string }>({
			text: "select current_user::text as who, coalesce(current_setting('request.jwt.claims', true), '') as claims",
		})
		expect(outside?.who).not.toBe('anon')
		expect(outside?.claims).toBe('')
	})

	it('that fails leaves the connection fit for the next one', async () => {
		for (let i = 0; i < 15; i++) {
			await expect(database.runAs(visitor, { text: 'select 1 / $1::int', values: [0] })).rejects.toMatchObject({
				code: '22012',
			})
		}
		expect(await database.runAs(visitor, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
	})

	it('that writes is undone when its transaction fails', async () => {
		const operator = { role: 'service_role' } as const
		await expect(
			database.transactionAs(operator, async (run) => {
				await run({ text: "insert into public.documents (title, filename) values ('x', 'x.pdf')" })
				throw new Error('no more')
			}),
		).rejects.toThrow('no more')
		expect(await database.runAs(operator, { text: 'select * from public.documents' })).toEqual([])
	})

	it('is stopped when it takes too long', async () => {
		// The limit is 5 s; within the statement's own transaction it can be made shorter, so that nobody waits here.
		await expect(
			database.transactionAs(visitor, async (run) => {
				await run({ text: "set local statement_timeout = '20ms'" })
				await run({ text: 'select pg_sleep(5)' })
			}),
		).rejects.toMatchObject({ code: '57014' })
	})

	it('keeps callers apart when many run at once', async () => {
		const answers = await Promise.all(
			Array.from({ length: 200 }, async (_, i) => {
				const caller = i % 2 ? visitor : ({ role: 'service_role' } as const)
				const [row] = await database.runAs<{ who: string }>(caller, {
					text: 'select current_user::text as who, $1::int as i',
					values: [i],
				})
				return row?.who === caller.role
			}),
		)
		expect(answers.every(Boolean)).toBe(true)
	})
})

describe('the connection', () => {
	it.each([
		['a port where nothing answers', 'postgres://a:b@127.0.0.1:1/x', /DATABASE_URL: .*nothing answers there/],
		['a wrong password', () => own.url.replace(/:[^:@/]+@/, ':wrong@'), /DATABASE_URL: .*password is wrong/],
		[
			'a database that is not there',
			() => own.url.replace(/\/[^/?]+(\?|$)/, '/nowhere$1'),
			/DATABASE_URL: .*no database of this name/,
		],
	])('says in one line what is wrong with %s', async (_, address, message) => {
		const failure = await connectDatabase(typeof address === 'string' ? address : address()).catch((error) => error)
		expect(failure).toBeInstanceOf(StartFailure)
		expect(failure.message).toMatch(message)
		expect(failure.message).not.toContain('\n')
	})

	it('goes on to the next host when one does not answer, for one query and for many at once', async () => {
		const { hostname, port } = await reachableByName(own.url)
		const twoHosts = own.url.replace(/(@|\/\/)[^/@]+(\/[^/]*)$/, `$1127.0.0.1:1,${hostname}:${port}$2`)
		const other = await connectDatabase(twoHosts)
		onTestFinished(() => other.end())
		expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
		const many = await Promise.all(Array.from({ length: 8 }, () => other.query('select pg_sleep(0.05), 1 as one')))
		expect(many.every(({ rows }) => rows[0].one === 1)).toBe(true)
		const client = await other.connect()
		client.release()
	})

	it('says what is wrong when no host answers', async () => {
		const failure = await connectDatabase('postgres://a:b@127.0.0.1:1,127.0.0.1:2/x').catch((error) => error)
		expect(failure).toBeInstanceOf(StartFailure)
	})
})

/** A name and a port; where the database is reached through a socket's folder, those of a relay to it. */
async function reachableByName(url: string): Promise<{ hostname: string; port: number }> {
	const { hostname, port } = new URL(url)
	const folder = decodeURIComponent(hostname)
	if (!folder.startsWith('/')) return { hostname, port: Number(port) }
	const relay = createServer((client) => {
		const socket = connect(`${folder}/.s.PGSQL.${port}`)
		for (const end of [client, socket]) end.on('error', () => {})
		client.pipe(socket).pipe(client)
	}).listen(0, '127.0.0.1')
	await once(relay, 'listening')
	onTestFinished(() => void relay.close())
	return { hostname: '127.0.0.1', port: (relay.address() as AddressInfo).port }
}
