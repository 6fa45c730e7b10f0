// The whole process as an operator meets it: started, stopped, killed and misconfigured. Needs the built pages
// (`npm run build`), like the process itself.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { defaultAnonKey } from './config.ts'
import { isRoot } from './database/embedded/owner.ts'
import { endDatabase, postmasterBelow } from './testing/databases-left.ts'
import { testFolder } from './testing/folder.ts'
import { startProcess, type TestProcess } from './testing/processes.ts'
import { mountSmallDisk } from './testing/small-disk.ts'

const readyLine = /is ready: (http:\S+)/
const postmasterOf = (dataDir: string) => postmasterBelow(join(dataDir, 'postgres'))

function startServer(dataDir: string, environment: Record<string, string> = {}): TestProcess {
	const env = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn', ...environment }
	onTestFinished(() => endDatabase(dataDir))
	return startProcess('server/main.ts', { env })
}

async function startReady(
	dataDir: string,
	environment: Record<string, string> = {},
): Promise<TestProcess & { url: string }> {
	const server = startServer(dataDir, environment)
	const [, url = ''] = await server.waitFor(readyLine)
	return { ...server, url }
}

/** What the process says when it does not start; every failure is one line on stderr and exit code 1. */
async function startFailure(dataDir: string, environment: Record<string, string> = {}): Promise<string> {
	const server = startServer(dataDir, environment)
	expect(await server.ended()).toBe(1)
	expect(server.errors()).toMatch(/^Faro Migrante cannot start\. [^\n]+\n$/)
	expect(server.output()).not.toMatch(readyLine)
	return server.errors()
}

function call(
	url: string,
	path: string,
	{ token = defaultAnonKey, body }: { token?: string; body?: unknown } = {},
): Promise<Response> {
	const headers = { apikey: defaultAnonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
	return fetch(url + path, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
}

/** A new person with a saved chat: everything this returns from was acknowledged. */
async function writeSomething(url: string): Promise<{ token: string }> {
	const signUp = await call(url, '/auth/v1/signup', {
		body: { email: 'rosa@example.org', password: 'una clave larga' },
	})
	const { access_token: token, user } = (await signUp.json()) as { access_token: string; user: { id: string } }
	const chat = {
		user_id: user.id,
		title: 'Mi asilo',
		content: JSON.stringify({ question: '¿Y mi asilo?', answer: 'Sí.' }),
	}
	expect((await call(url, '/rest/v1/saved_chats', { token, body: chat })).status).toBe(201)
	return { token }
}

async function readTitles(url: string, token: string): Promise<unknown> {
	return (await call(url, '/rest/v1/saved_chats?select=title', { token })).json()
}

describe('start and stop', () => {
	it('serves from an empty folder, stops cleanly on Ctrl-C, and finds everything the next time', async () => {
		const dataDir = join(await testFolder(), 'data')
		const first = await startReady(dataDir)
		expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
		expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
		const { token } = await writeSomething(first.url)
		expect(await first.stop('SIGINT')).toBe(0)
		expect(first.errors()).toBe('')
		expect(postmasterOf(dataDir)).toBeUndefined()
		expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
		const second = await startReady(dataDir)
		expect(await readTitles(second.url, token)).toEqual([{ title: 'Mi asilo' }])
	})

	it('stops cleanly when told to in the middle of its start', async () => {
		const dataDir = await testFolder()
		const server = startServer(dataDir)
		await server.waitFor(/./)
		expect(await server.stop('SIGTERM')).toBe(0)
		expect(postmasterOf(dataDir)).toBeUndefined()
		expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
	})

	it('prints no secret', async () => {
		const dataDir = await testFolder()
		const server = await startReady(dataDir)
		const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
		expect(server.output() + server.errors()).not.toContain(password)
	})
})

describe('kill -9', () => {
	it('of the server loses nothing that was acknowledged', async () => {
		const dataDir = await testFolder()
		const first = await startReady(dataDir)
		const { token } = await writeSomething(first.url)
		await first.stop('SIGKILL')
		const second = await startReady(dataDir)
		expect(await readTitles(second.url, token)).toEqual([{ title: 'Mi asilo' }])
		expect(await second.stop('SIGINT')).toBe(0)
		expect(postmasterOf(dataDir)).toBeUndefined()
	})

	it('of the server and its database loses nothing that was acknowledged', async () => {
		const dataDir = await testFolder()
		const first = await startReady(dataDir)
		const { token } = await writeSomething(first.url)
		process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
		await first.stop('SIGKILL')
		const second = await startReady(dataDir)
		expect(await readTitles(second.url, token)).toEqual([{ title: 'Mi asilo' }])
	})

	it('of the database alone: the server brings it back', async () => {
		const dataDir = await testFolder()
		const server = await startReady(dataDir)
		const { token } = await writeSomething(server.url)
		process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
		await expect.poll(() => readTitles(server.url, token).catch(String)).toEqual([{ title: 'Mi asilo' }])
	})

	it('leaves a lock that the next start replaces', async () => {
		const dataDir = await testFolder()
		writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ pid: process.ppid, start: 'long ago' }))
		const { url } = await startReady(dataDir)
		expect((await fetch(`${url}/healthz`)).status).toBe(200)
	})
})

describe('one clear line and exit code 1', () => {
	it('when the port is in use; the database does not stay behind', async () => {
		const dataDir = await testFolder()
		const port = await occupyPort()
		expect(await startFailure(dataDir, { PORT: String(port) })).toMatch(new RegExp(`PORT.*${port}.* in use`))
		expect(postmasterOf(dataDir)).toBeUndefined()
		expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
	})

	it.each([
		['PORT', 'eighty'],
		['PORT', '70000'],
		['PUBLIC_URL', 'not an address'],
		['DATABASE_URL', 'mysql://localhost/faro'],
		['RATE_LIMITS', 'perhaps'],
	])('when %s is %s, naming the variable', async (name, value) => {
		expect(await startFailure(await testFolder(), { [name]: value })).toContain(`${name}:`)
	})

	it('when nobody answers at DATABASE_URL', async () => {
		const line = await startFailure(await testFolder(), { DATABASE_URL: 'postgres://someone:geheim@127.0.0.1:1/faro' })
		expect(line).toContain('DATABASE_URL')
		expect(line).not.toContain('geheim')
	})

	it('when DATABASE_URL holds a wrong password', async () => {
		const url = inject('databaseUrl').replace(/:[^:@/]*@/, ':geheim@')
		const line = await startFailure(await testFolder(), { DATABASE_URL: url })
		expect(line).toContain('DATABASE_URL')
		expect(line).not.toContain('geheim')
	})

	it('when DATA_DIR is a file', async () => {
		const file = join(await testFolder(), 'file')
		writeFileSync(file, '')
		expect(await startFailure(file)).toContain('DATA_DIR')
	})

	it('when DATA_DIR is in use by another server', async () => {
		const dataDir = await testFolder()
		const first = await startReady(dataDir)
		expect(await startFailure(dataDir)).toMatch(new RegExp(`in use .*process ${first.pid}`))
		expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
	})

	it('when DATA_DIR is on a read-only disk', async (context) => {
		const disk = await testFolder()
		if (!mountSmallDisk(disk, 'ro')) return context.skip('mounting is not permitted here')
		expect(await startFailure(disk)).toMatch(/read-only.*DATA_DIR/)
	})

	it('when the disk of DATA_DIR is full', async (context) => {
		const disk = await testFolder()
		if (!mountSmallDisk(disk, 'size=20m')) return context.skip('mounting is not permitted here')
		expect(await startFailure(disk)).toMatch(/full.*DATA_DIR/)
	})
})

it.runIf(isRoot())(
	'serves as root from a folder that only root can enter, and says where the database lies',
	async () => {
		const folder = join(await testFolder(), 'private')
		const dataDir = join(folder, 'data')
		mkdirSync(folder)
		chmodSync(folder, 0o700)
		onTestFinished(() => rmSync(readFileSync(join(dataDir, 'cluster-location'), 'utf8').trim(), { recursive: true }))
		const server = await startReady(dataDir)
		expect(server.output()).toMatch(/The database lies in \/var\/lib\/faro-migrante\/\w+, /)
		await writeSomething(server.url)
		await server.stop('SIGINT')
	},
)

/** A port that somebody else listens on until the test ends. */
async function occupyPort(): Promise<number> {
	const server = await new Promise<Server>((resolve) => {
		const listening = createServer().listen(0, '127.0.0.1', () => resolve(listening))
	})
	onTestFinished(() => {
		server.close()
	})
	const address = server.address()
	return typeof address === 'object' && address ? address.port : 0
}
