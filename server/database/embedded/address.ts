// Where the embedded PostgreSQL listens: a socket in a folder only its owner can enter; on Windows a port of this computer.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '../../failure.ts'
import type { Owner } from './owner.ts'
import type { Address } from './settings.ts'

/** The operating systems allow about 104 bytes for the whole path of a socket. */
const longestSocketPathBytes = 100
const port = 5432

export async function chooseAddress(homeFolder: string, owner?: Owner): Promise<Address> {
	if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
	const socketFolder = makeSocketFolder(homeFolder, owner)
	return { host: socketFolder, port, socketFolder }
}

export function socketFile(socketFolder: string): string {
	return join(socketFolder, `.s.PGSQL.${port}`)
}

function makeSocketFolder(homeFolder: string, owner: Owner | undefined): string {
	const near = join(homeFolder, 'run')
	if (Buffer.byteLength(socketFile(near)) <= longestSocketPathBytes) return privateFolder(near, owner)
	const name = createHash('sha256').update(homeFolder).digest('hex').slice(0, 16)
	return privateFolder(join(tmpdir(), `faro-${name}`), owner)
}

/** Refuses a folder that somebody else prepared, a link to elsewhere included: who owns it would own the connection. */
function privateFolder(path: string, owner: Owner | undefined): string {
	try {
		mkdirSync(path, { mode: 0o700 })
		if (owner) chownSync(path, owner.uid, owner.gid)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
	}
	const found = lstatSync(path)
	if (!found.isDirectory() || found.uid !== (owner?.uid ?? process.getuid?.())) {
		throw new StartFailure(
			`The folder ${path} for the database's socket belongs to somebody else: remove it, or set DATA_DIR to a folder with a shorter path.`,
		)
	}
	chmodSync(path, 0o700)
	return path
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', reject)
		server.listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
