// The PostgreSQL that comes with the server: made on the first start, adopted when an earlier server left it running,
// replaced when it is not the one we expect, started again when it died, and stopped with the server.
import { chownSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from '../../failure.ts'
import { chooseAddress } from './address.ts'
import { findBinaries } from './binaries.ts'
import { explainFailure } from './explain.ts'
import { findHome, type Home } from './home.ts'
import { initializeOnce, superuser } from './initialize.ts'
import { type Lock, takeLock } from './lock.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { type Answer, probe } from './probe.ts'
import { settingsFile } from './settings.ts'

/** `host` is the folder of the socket where there are sockets, else an address. */
export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type Cluster = {
	connection: Connection
	/** Holds the cluster, its log and its password. */
	folder: string
	/** Brings a database that died back; returns at once when it answers. */
	ensureRunning(): Promise<void>
	/** Stops the database and gives the data folder free. */
	close(): Promise<void>
}

export type ClusterOptions = {
	dataDir: string
	/** Told about each step worth a line to the operator. */
	log(step: string): void
	/** Where root's server puts a cluster whose owner cannot reach DATA_DIR. */
	systemFolder?: string
}

const answerLimitMs = 60_000
const lockPatienceMs = 2000

/** A running PostgreSQL for this data folder, which no other server uses until it is closed. Fails with a StartFailure. */
export async function startCluster({
	dataDir,
	log,
	systemFolder = '/var/lib/faro-migrante',
}: ClusterOptions): Promise<Cluster> {
	const folder = resolve(dataDir)
	const locks: Lock[] = []
	const release = () => {
		for (const lock of locks.splice(0).reverse()) lock.release()
	}
	try {
		makeFolders(folder)
		locks.push(await takeLockPatiently(folder))
		const home = await findHome({ dataDir: realpathSync(folder), binaries: await findBinaries(), systemFolder, log })
		if (!home.folder.startsWith(realpathSync(folder))) locks.push(takeLock(home.folder))
		return await openHome(home, release, log)
	} catch (error) {
		release()
		throw explainFailure(error, folder)
	}
}

/** A server that was just told to stop gets a moment to finish. */
async function takeLockPatiently(folder: string): Promise<Lock> {
	const deadline = Date.now() + lockPatienceMs
	for (;;) {
		try {
			return takeLock(folder)
		} catch (error) {
			if (!(error instanceof StartFailure) || Date.now() > deadline) throw error
			await pause(100)
		}
	}
}

/** Step by step: Node's own `recursive` hides a read-only file system behind ENOENT and hangs below /proc. */
function makeFolders(path: string): void {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
	if (dirname(path) !== path) makeFolders(dirname(path))
	mkdirSync(path)
}

async function openHome(home: Home, release: () => void, log: (step: string) => void): Promise<Cluster> {
	const password = await initializeOnce(home, log)
	const connection = { host: '', port: 0, user: superuser, password, database: 'faro' }
	let isClosed = false
	let repair: Promise<void> | undefined
	await run(home, connection)
	return {
		connection,
		folder: home.folder,
		async ensureRunning() {
			if (isClosed) return
			repair ??= run(home, connection).finally(() => (repair = undefined))
			await repair
		},
		async close() {
			isClosed = true
			await repair?.catch(() => {})
			await stopPostmaster(home)
			removeOutsideSocketFolder(home, connection)
			release()
		},
	}
}

/** The one below the system's temporary folder; ours stays with the data. */
function removeOutsideSocketFolder({ folder }: Home, { host }: Connection): void {
	if (isAbsolute(host) && !host.startsWith(folder)) rmSync(host, { recursive: true, force: true })
}

/** Afterwards the database answers at the address written into the connection. */
async function run(home: Home, connection: Connection): Promise<void> {
	const settingsChanged = await configure(home, connection)
	const running = findPostmaster(home.cluster)
	if (running && !settingsChanged && (await answer(home, connection)) === 'ours') return
	if (running) await stopPostmaster(home)
	await startPostmaster(home, addressOf(connection))
	const reply = await answer(home, connection)
	if (reply !== 'ours')
		throw new StartFailure(
			`The database in ${home.folder} started but does not answer as expected (${reply}): its log is in ${join(home.folder, 'log')}.`,
		)
}

/** Writes the settings and answers whether a process that already runs has others. */
async function configure(home: Home, connection: Connection): Promise<boolean> {
	const path = join(home.cluster, 'postgresql.conf')
	const running = findPostmaster(home.cluster)
	// A port must stay what it is; a socket's folder is always the same for the same home.
	const address = (!running?.address.socketFolder && running?.address) || (await chooseAddress(home.folder, home.owner))
	Object.assign(connection, { host: address.host, port: address.port })
	const settings = settingsFile(address, join(home.folder, 'log'))
	if (readFileSync(path, 'utf8') === settings) return false
	writeFileSync(path, settings)
	if (home.owner) chownSync(path, home.owner.uid, home.owner.gid)
	return true
}

async function answer(home: Home, connection: Connection): Promise<Answer> {
	const deadline = Date.now() + answerLimitMs
	for (;;) {
		const reply = await probe(connection, home.cluster, home.binaries.version)
		if (reply !== 'starting' || Date.now() > deadline) return reply
		await pause(50)
	}
}

function addressOf({ host, port }: Connection) {
	return { host, port, socketFolder: process.platform === 'win32' ? undefined : host }
}
