import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endDatabase, postmasterBelow } from '../../testing/databases-left.ts'
import { testFolder } from '../../testing/folder.ts'
import { startProcess, type TestProcess } from '../../testing/processes.ts'
import { mountSmallDisk } from '../../testing/small-disk.ts'
import { type Cluster, type Connection, startCluster } from './cluster.ts'
import { isRoot } from './owner.ts'
import { startOfProcess } from './process-identity.ts'

const clusterIn = (dataDir: string) => join(dataDir, 'postgres/cluster')
const postmasterOf = (dataDir: string) => postmasterBelow(join(dataDir, 'postgres'))

async function start(dataDir: string): Promise<Cluster & { steps: string[] }> {
	const steps: string[] = []
	const cluster = await startCluster({ dataDir, log: (step) => steps.push(step) })
	onTestFinished(() => cluster.close())
	return { ...cluster, steps }
}

async function ask(connection: Connection, ...queries: string[]): Promise<unknown[]> {
	const client = new pg.Client(connection)
	client.on('error', () => {})
	await client.connect()
	try {
		let rows: unknown[] = []
		for (const query of queries) rows = (await client.query({ text: query, rowMode: 'array' })).rows.flat()
		return rows
	} finally {
		await client.end()
	}
}

const keepNote = ['create table if not exists notes (note text)', "insert into notes values ('kept')"]
const readNotes = 'select note from notes'

/** A process that owns the cluster, and where that cluster is. */
async function startOwner(dataDir: string): Promise<TestProcess & { connection: Connection }> {
	onTestFinished(() => endDatabase(dataDir))
	const owner = startProcess('server/testing/cluster-process.ts', { args: [dataDir] })
	const [, connection = ''] = await owner.waitFor(/^running (.*) end$/m)
	return { ...owner, connection: JSON.parse(connection) }
}

describe('a new data folder', () => {
	it('gets a database that speaks UTF-8, checks its pages and keeps what it acknowledges', async () => {
		const { connection, steps } = await start(await testFolder())
		expect(steps).toContain('Creating the database')
		const settings = ['server_encoding', 'data_checksums', 'fsync', 'listen_addresses', 'TimeZone', 'wal_level']
		expect(await ask(connection, `select ${settings.map((name) => `current_setting('${name}')`)}`)).toEqual([
			'UTF8',
			'on',
			'on',
			'',
			'UTC',
			'replica',
		])
		expect(await ask(connection, "select upper('añó'), 'Ñ' ilike 'ñ'")).toEqual(['AÑÓ', true])
	})

	it('is closed to others: folder, password and socket', async () => {
		const dataDir = await testFolder()
		const { connection, folder } = await start(dataDir)
		const modes = [folder, connection.host, join(folder, 'password')].map((path) => statSync(path).mode & 0o777)
		expect(modes).toEqual([0o700, 0o700, 0o600])
		await expect(ask({ ...connection, password: 'a guess' })).rejects.toThrow(/password authentication failed/)
	})

	it('is made again when the first attempt was cut off', async () => {
		const dataDir = await testFolder()
		mkdirSync(join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
		const { connection } = await start(dataDir)
		expect(await ask(connection, 'select 1')).toEqual([1])
	})

	it('works below a path that is long and has blanks, accents and an apostrophe', async () => {
		const dataDir = join(await testFolder(), `it's my data, año %20 ${'x'.repeat(90)}`)
		const { connection } = await start(dataDir)
		expect(await ask(connection, 'select 1')).toEqual([1])
	})
})

describe('close', () => {
	it('leaves no process and no lock, and the next start finds the rows', async () => {
		const dataDir = await testFolder()
		const first = await startOwner(dataDir)
		await ask(first.connection, ...keepNote)
		expect(await first.stop('SIGTERM')).toBe(0)
		expect(postmasterOf(dataDir)).toBeUndefined()
		expect(readdirSync(dataDir)).toEqual(['postgres'])
		const second = await start(dataDir)
		expect(second.steps).not.toContain('Creating the database')
		expect(await ask(second.connection, readNotes)).toEqual(['kept'])
	})

	it('ends connections somebody left open', async () => {
		const dataDir = await testFolder()
		const cluster = await startCluster({ dataDir, log: () => {} })
		const client = new pg.Client(cluster.connection)
		client.on('error', () => {})
		await client.connect()
		await client.query('begin')
		await cluster.close()
		expect(postmasterOf(dataDir)).toBeUndefined()
	})
})

describe('after kill -9', () => {
	it('of the server, the next one adopts the database that still runs', async () => {
		const dataDir = await testFolder()
		const owner = await startOwner(dataDir)
		await ask(owner.connection, ...keepNote)
		const before = postmasterOf(dataDir)
		await owner.stop('SIGKILL')
		expect(postmasterOf(dataDir)).toBe(before)
		const { connection } = await start(dataDir)
		expect(postmasterOf(dataDir)).toBe(before)
		expect(await ask(connection, readNotes)).toEqual(['kept'])
	})

	it('of the database, ensureRunning brings it back once for all who ask, with every row', async () => {
		const dataDir = await testFolder()
		const { connection, ensureRunning } = await start(dataDir)
		await ask(connection, ...keepNote)
		process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
		await expect(ask(connection, readNotes)).rejects.toThrow()
		await Promise.all([ensureRunning(), ensureRunning(), ensureRunning()])
		expect(await ask(connection, readNotes)).toEqual(['kept'])
	})

	it('of both, the next start finds every row', async () => {
		const dataDir = await testFolder()
		const owner = await startOwner(dataDir)
		await ask(owner.connection, ...keepNote)
		process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
		await owner.stop('SIGKILL')
		const { connection } = await start(dataDir)
		expect(await ask(connection, readNotes)).toEqual(['kept'])
	})
})

describe('a process left behind', () => {
	it('is not adopted but replaced when it runs with other settings', async () => {
		const dataDir = await testFolder()
		const owner = await startOwner(dataDir)
		await owner.stop('SIGKILL')
		const before = postmasterOf(dataDir)
		writeFileSync(join(clusterIn(dataDir), 'postgresql.conf'), 'max_connections = 30\n')
		const { connection } = await start(dataDir)
		expect(postmasterOf(dataDir)).not.toBe(before)
		expect(await ask(connection, 'show max_connections')).toEqual(['60'])
	})

	it('is found again after the data folder was renamed', async () => {
		const parent = await testFolder()
		const owner = await startOwner(join(parent, 'old'))
		await ask(owner.connection, ...keepNote)
		await owner.stop('SIGKILL')
		renameSync(join(parent, 'old'), join(parent, 'new'))
		const { connection } = await start(join(parent, 'new'))
		expect(await ask(connection, readNotes)).toEqual(['kept'])
	})

	it('is no obstacle when only its file is left and the process id belongs to another program', async () => {
		const dataDir = await testFolder()
		const owner = await startOwner(dataDir)
		const file = join(clusterIn(dataDir), 'postmaster.pid')
		const lines = readFileSync(file, 'utf8').split('\n')
		await owner.stop('SIGTERM')
		const { uid, gid } = statSync(clusterIn(dataDir))
		const bystander = spawn('sleep', ['600'], isRoot() ? { uid, gid } : {})
		onTestFinished(() => void bystander.kill())
		await once(bystander, 'spawn')
		writeFileSync(file, [bystander.pid, ...lines.slice(1)].join('\n'))
		const { connection } = await start(dataDir)
		expect(await ask(connection, 'select 1')).toEqual([1])
		expect(startOfProcess(bystander.pid as number)).toBeTruthy()
	})
})

describe('a second server', () => {
	it('on the same folder is refused in one line, and the first one goes on', async () => {
		const dataDir = await testFolder()
		const { connection } = await start(dataDir)
		await expect(startCluster({ dataDir, log: () => {} })).rejects.toThrow(
			/is in use by a server that is already running/,
		)
		expect(await ask(connection, 'select 1')).toEqual([1])
	})

	it('that starts at the same moment is refused, whichever it is', async () => {
		const dataDir = await testFolder()
		const both = [1, 2].map(() => startProcess('server/testing/cluster-process.ts', { args: [dataDir] }))
		const outcomes = await Promise.allSettled(both.map((one) => one.waitFor(/running/)))
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
		expect(both.map((one) => one.errors()).join('')).toMatch(/^The data folder .* is in use .*\n$/)
	})
})

describe('a start fails in one line', () => {
	const failure = (dataDir: string) =>
		startCluster({ dataDir, log: () => {} }).then(String, (error: Error) => error.message)

	it('when a part of the path is a file', async () => {
		const folder = await testFolder()
		writeFileSync(join(folder, 'file'), '')
		expect(await failure(join(folder, 'file'))).toMatch(/a part of that path is a file/)
		expect(await failure(join(folder, 'file/data'))).toMatch(/a part of that path is a file/)
	})

	it('when the cluster is of another major version', async () => {
		const dataDir = await testFolder()
		mkdirSync(clusterIn(dataDir), { recursive: true })
		writeFileSync(join(clusterIn(dataDir), 'PG_VERSION'), '15\n')
		expect(await failure(dataDir)).toMatch(/made by PostgreSQL 15, this version brings PostgreSQL 18.*restore/)
		expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
	})

	it('when the password is lost', async () => {
		const dataDir = await testFolder()
		const owner = await startOwner(dataDir)
		await owner.stop('SIGTERM')
		rmSync(join(dataDir, 'postgres/password'))
		expect(await failure(dataDir)).toMatch(/password is missing/)
	})

	it('when the disk is full, and works once there is room', async (context) => {
		const dataDir = await testFolder()
		if (!mountSmallDisk(dataDir, 'size=20m')) return context.skip('mounting is not permitted here')
		expect(await failure(dataDir)).toMatch(/disk of the data folder .* is full/)
		execFileSync('mount', ['-o', 'remount,size=300m', dataDir])
		const { connection } = await start(dataDir)
		expect(await ask(connection, 'select 1')).toEqual([1])
	})

	it('when the disk is read-only', async (context) => {
		const disk = await testFolder()
		if (!mountSmallDisk(disk, 'ro')) return context.skip('mounting is not permitted here')
		expect(await failure(disk)).toMatch(/read-only file system.*DATA_DIR/)
		expect(await failure(join(disk, 'data'))).toMatch(/read-only file system.*DATA_DIR/)
	})

	it.skipIf(isRoot())('when the folder may not be written', async () => {
		const dataDir = await testFolder()
		chmodSync(dataDir, 0o555)
		expect(await failure(dataDir)).toMatch(/cannot be written by this user/)
	})
})

it('writes nothing of a failing statement to its log', async () => {
	const dataDir = await testFolder()
	const { connection, folder } = await start(dataDir)
	await ask(
		connection,
		'create table letters (id int primary key, words text)',
		"insert into letters values (1, 'secreto')",
	)
	for (const statement of [
		"insert into letters values (1, 'secreto')",
		"select 'secreto'::uuid",
		"select secreto from letters where words = 'secreto'",
	]) {
		await expect(ask(connection, statement)).rejects.toThrow()
	}
	const logs = readdirSync(join(folder, 'log')).map((name) => readFileSync(join(folder, 'log', name), 'utf8'))
	expect(logs.join('')).toContain('ready to accept connections')
	expect(logs.join('')).not.toContain('secreto')
})

it.runIf(process.platform === 'linux')('hands the server’s keys to no database process', async () => {
	vi.stubEnv('OPENAI_API_KEY', 'sk-very-secret')
	vi.stubEnv('PGPORT', '1')
	const dataDir = await testFolder()
	const { connection } = await start(dataDir)
	expect(await ask(connection, 'select 1')).toEqual([1])
	const environment = readFileSync(`/proc/${postmasterOf(dataDir)}/environ`, 'utf8')
	expect(environment).toContain('TZ=UTC')
	expect(environment).not.toMatch(/sk-very-secret|PGPORT/)
})
