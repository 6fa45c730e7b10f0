// Two databases of one PostgreSQL with a server process each: in one the table of saved chats holds a single page, in the
// other a million rows. The person who asks has the same 50 newest chats in both.
import { rm } from 'node:fs/promises'
import { openPool } from '../server/database/connect.ts'
import { startCluster } from '../server/database/embedded/cluster.ts'
import { type ServerProcess, startServerProcess, temporaryFolder } from './server-process.ts'

export type Table = {
	databaseUrl: string
	server: ServerProcess
	userId: string
	/** What the person's client sends. */
	headers: Record<string, string>
	rows: number
}

export type TwoTables = { small: Table; large: Table; close(): Promise<void> }

const page = 50
const people = 10_000
const rowsEach = 100

export async function openTwoTables(): Promise<TwoTables> {
	const dataDir = await temporaryFolder()
	const { connection, close } = await startCluster({ dataDir, log: () => {} })
	const { user, password, host, port, database } = connection
	const addressOf = (name: string) => `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${name}`
	const admin = openPool(addressOf(database), { max: 1 })
	const tables: Table[] = []
	const closeAll = async () => {
		for (const { server } of tables) await server.stop()
		await admin.end()
		await close()
		await rm(dataDir, { recursive: true, force: true })
	}
	try {
		for (const [name, others] of [
			['small', 0],
			['large', people - 1],
		] as const) {
			await admin.query(`create database ${name}`)
			tables.push(await openTable(addressOf(name), others))
		}
		const [small, large] = tables as [Table, Table]
		return { small, large, close: closeAll }
	} catch (error) {
		await closeAll()
		throw error
	}
}

async function openTable(databaseUrl: string, others: number): Promise<Table> {
	const server = await startServerProcess({ databaseUrl })
	const { anonKey } = await (await fetch(`${server.url}/config.json`)).json()
	const answer = await fetch(`${server.url}/auth/v1/signup`, {
		method: 'POST',
		headers: { apikey: anonKey },
		body: JSON.stringify({ email: 'bench@example.org', password: 'una clave larga' }),
	})
	const { access_token: token, user } = await answer.json()
	const rows = await fill(databaseUrl, user.id, others)
	return { databaseUrl, server, userId: user.id, headers: { apikey: anonKey, Authorization: `Bearer ${token}` }, rows }
}

/** The page of the person, and where there are `others` as many rows for each of them as make a million with all. */
async function fill(databaseUrl: string, userId: string, others: number): Promise<number> {
	const pool = openPool(databaseUrl, { max: 1 })
	try {
		// Rows are announced to whoever listens; here nobody does, and a million announcements take their time.
		await pool.query('set session_replication_role = replica')
		const insert = `
			insert into public.saved_chats (user_id, title, content, created_at)
			select person, 'Conversación guardada ' || number, $1, now() - make_interval(mins => number)`
		const content = JSON.stringify({ question: 'pregunta '.repeat(10), answer: 'respuesta '.repeat(35) })
		const own = others === 0 ? page : rowsEach
		await pool.query(
			`${insert} from (select $2::uuid as person) as person, generate_series(1, $3::integer) as number`,
			[content, userId, own],
		)
		await pool.query(
			"insert into auth.users (id, email) select gen_random_uuid(), n || '@example.org' from generate_series(1, $1::integer) n",
			[others],
		)
		// By time, as they come in life: the rows of one person lie far apart.
		await pool.query(
			`${insert} from generate_series(1, $3::integer) as number, (select id as person from auth.users where id <> $2::uuid) as person`,
			[content, userId, rowsEach],
		)
		await pool.query('vacuum (analyze) public.saved_chats')
		return Number((await pool.query('select count(*) from public.saved_chats')).rows[0].count)
	} finally {
		await pool.end()
	}
}
