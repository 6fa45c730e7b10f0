// Starts, finds and stops the PostgreSQL process of a cluster. It runs in a session of its own and survives the server:
// whoever starts next finds it by the cluster's postmaster.pid, which a crash may have left behind with a dead or foreign id.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { socketFile } from './address.ts'
import type { Home } from './home.ts'
import { commandOfProcess, startOfProcess } from './process-identity.ts'
import { programOptions, runProgram } from './run-program.ts'
import type { Address } from './settings.ts'

export type Postmaster = { pid: number; address: Address; isReady: boolean }

const startLimitMs = 120_000
const sharedMemoryLimitMs = 10_000

/** The living postmaster of this cluster, whoever started it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
	const lines = readLines(join(cluster, 'postmaster.pid'))
	const pid = Number(lines[0])
	if (!isPostmasterOf(pid, cluster)) return undefined
	const port = Number(lines[3])
	const socketFolder = lines[4] || undefined
	return {
		pid,
		address: { host: socketFolder ?? '127.0.0.1', port, socketFolder },
		isReady: lines[7]?.trim() === 'ready',
	}
}

/** Starts PostgreSQL and resolves when it accepts connections; only to be called when none is running. */
export async function startPostmaster(home: Home, address: Address): Promise<void> {
	const deadline = Date.now() + sharedMemoryLimitMs
	for (;;) {
		removeLeftovers(home.cluster, address)
		const failure = await tryStart(home)
		if (!failure) return
		// After kill -9 of the postmaster its last helpers need a moment to notice.
		if (!failure.includes('pre-existing shared memory') || Date.now() > deadline) throw new Error(failure)
		await pause(100)
	}
}

/** Fast (10 s), then immediate (crash recovery at the next start, nothing is lost), then by force. */
export async function stopPostmaster({ cluster, binaries, owner }: Home): Promise<void> {
	for (const mode of ['fast', 'immediate']) {
		if (!findPostmaster(cluster)) return
		await runProgram(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '-w', '-t', '10'], owner)
	}
	const left = findPostmaster(cluster)
	if (left && process.platform !== 'win32') process.kill(left.pid, 'SIGKILL')
}

async function tryStart({ folder, cluster, binaries, owner }: Home): Promise<string | undefined> {
	const logFile = join(folder, 'start.log')
	const output = openSync(logFile, 'w', 0o600)
	const child = spawn(binaries.postgres, ['-D', cluster], {
		...programOptions(owner),
		stdio: ['ignore', output, output],
	})
	closeSync(output)
	let failure: string | undefined
	const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
		failure ??= readLines(logFile).join('\n').trim() || `PostgreSQL ended with ${signal ?? `code ${code}`}`
	}
	child.once('error', (error) => {
		failure = error.message
	})
	child.once('exit', onExit)
	const deadline = Date.now() + startLimitMs
	while (failure === undefined && Date.now() < deadline) {
		const postmaster = findPostmaster(cluster)
		if (postmaster?.isReady && postmaster.pid === child.pid) {
			child.off('exit', onExit)
			child.unref()
			return undefined
		}
		await pause(10)
	}
	return failure ?? `PostgreSQL was not ready after ${startLimitMs / 1000} s; its log is in ${join(folder, 'log')}`
}

/** PostgreSQL itself takes a leftover file for a running server when its process id now belongs to another program. */
function removeLeftovers(cluster: string, { socketFolder }: Address): void {
	rmSync(join(cluster, 'postmaster.pid'), { force: true })
	if (!socketFolder) return
	rmSync(socketFile(socketFolder), { force: true })
	rmSync(`${socketFile(socketFolder)}.lock`, { force: true })
}

function isPostmasterOf(pid: number, cluster: string): boolean {
	const start = startOfProcess(pid)
	if (start === undefined) return false
	if (process.platform === 'win32') return true
	return commandNames(pid, cluster) || worksIn(pid, cluster)
}

function commandNames(pid: number, cluster: string): boolean {
	if (process.platform !== 'linux') return commandOfProcess(pid).includes(`postgres -D ${cluster}`)
	const [program = '', ...args] = readLines(`/proc/${pid}/cmdline`, '\0')
	return basename(program) === 'postgres' && args.includes(cluster)
}

/** Finds it after the folder was renamed; not allowed to root in some containers, hence only the second choice. */
function worksIn(pid: number, cluster: string): boolean {
	try {
		return (
			readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
		)
	} catch {
		return false
	}
}

function readLines(path: string, separator = '\n'): string[] {
	try {
		return readFileSync(path, 'utf8').split(separator)
	} catch {
		return []
	}
}
