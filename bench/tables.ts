// What reading a page of saved chats costs: beside the same statement behind a bare HTTP server, and in a table that is
// large. Everything in one run, in turns, so that what else the machine does is shared.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openPool } from '../server/database/connect.ts'
import { type Caller, createDatabase } from '../server/database/database.ts'
import { buildRead } from '../server/rest/build-read.ts'
import { readCatalogue } from '../server/rest/catalogue.ts'
import { parseQuery } from '../server/rest/parse-query.ts'
import { pacedLoad, timeOnce } from './paced-load.ts'
import type { Figure } from './report.ts'
import { median, percentile } from './statistics.ts'
import { openTwoTables, type Table } from './two-tables.ts'

const query = 'select=*&order=created_at.desc&limit=50'
const connections = 64
const rounds = 5
const roundSeconds = 4
const singleRequests = 2000

export async function measureTables(): Promise<Figure[]> {
	const { small, large, close } = await openTwoTables()
	try {
		return [...(await compareWithBare(small)), await compareSizes(small, large)]
	} finally {
		await close()
	}
}

async function compareWithBare(table: Table): Promise<Figure[]> {
	const bare = await startBare(table)
	try {
		await load(bare.url, table)
		await load(addressOf(table), table)
		const rates: { bare: number[]; ours: number[] } = { bare: [], ours: [] }
		for (let round = 0; round < rounds; round++) {
			rates.bare.push((await load(bare.url, table)).requests.average)
			rates.ours.push((await load(addressOf(table), table)).requests.average)
		}
		const [peak, bareRate] = [median(rates.ours), median(rates.bare)]
		const slow = await comparePaced({ bare: bare.url, ours: addressOf(table) }, table, peak / 2)
		const share = peak / bareRate
		return [
			{
				name: `Page of 50 saved chats, ${connections} connections, beside the bare server`,
				value: `${(share * 100).toFixed(0)} % (${peak.toFixed(0)} and ${bareRate.toFixed(0)} requests a second)`,
				bar: 'at least 60 %',
				met: share >= 0.6,
			},
			{
				name: 'The same at half of that rate, p99',
				value: `${slow.ours.toFixed(1)} ms (the bare server at that rate ${slow.bare.toFixed(1)} ms)`,
				bar: 'under 25 ms',
				met: slow.ours < 25,
			},
		]
	} finally {
		bare.child.kill()
	}
}

/** The median over the rounds of the 99th percentile of each: one pause of the whole machine does not decide. */
async function comparePaced(urls: { bare: string; ours: string }, { headers }: Table, rate: number) {
	const slow: { bare: number[]; ours: number[] } = { bare: [], ours: [] }
	for (let round = 0; round < rounds; round++) {
		for (const who of ['bare', 'ours'] as const) {
			const times = await pacedLoad({ url: urls[who], headers, connections }, rate, roundSeconds)
			slow[who].push(percentile(times, 0.99))
		}
	}
	return { bare: median(slow.bare), ours: median(slow.ours) }
}

async function compareSizes(small: Table, large: Table): Promise<Figure> {
	const times: { small: number[]; large: number[] } = { small: [], large: [] }
	const agent = new Agent({ keepAlive: true })
	for (let count = -singleRequests / 10; count < singleRequests; count++) {
		const ofSmall = await timeOnce({ url: addressOf(small), headers: small.headers, agent })
		const ofLarge = await timeOnce({ url: addressOf(large), headers: large.headers, agent })
		if (count < 0) continue
		times.small.push(ofSmall)
		times.large.push(ofLarge)
	}
	agent.destroy()
	const [few, many] = [percentile(times.small, 0.5), percentile(times.large, 0.5)]
	return {
		name: `The page in a table of ${large.rows.toLocaleString('en')} rows beside one of ${small.rows}, p50`,
		value: `${(many / few).toFixed(2)} × (${many.toFixed(2)} and ${few.toFixed(2)} ms)`,
		bar: 'at most 1.3 ×',
		met: many / few <= 1.3,
	}
}

function addressOf({ server }: Table): string {
	return `${server.url}/rest/v1/saved_chats?${query}`
}

async function load(url: string, { headers }: Table) {
	const result = await autocannon({ url, headers, connections, duration: roundSeconds })
	if (result.errors + result.non2xx > 0) throw new Error(`${result.errors + result.non2xx} requests failed`)
	return result
}

/** With the statement the server itself makes of the query, as the same person. */
async function startBare({ databaseUrl, userId, headers }: Table): Promise<{ url: string; child: ChildProcess }> {
	const pool = openPool(databaseUrl, { max: 1 })
	const catalogue = await readCatalogue(createDatabase(pool).query)
	await pool.end()
	const table = catalogue.table('saved_chats')
	if (!table) throw new Error('there is no table saved_chats')
	const statement = buildRead(table, parseQuery(table.name, new URLSearchParams(query)), {
		shape: 'array',
		stripsNulls: false,
	})
	const claims = JSON.parse(Buffer.from(headers.Authorization?.split('.')[1] ?? '', 'base64url').toString())
	const caller: Caller = { role: 'authenticated', userId, sessionId: claims.session_id, claims }
	const script = join(import.meta.dirname, 'bare-server.ts')
	const child = spawn(process.execPath, [script, JSON.stringify(statement), JSON.stringify(caller)], {
		env: { ...process.env, DATABASE_URL: databaseUrl },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const [line] = await once(child.stdout, 'data')
	return { url: String(line).trim(), child }
}
