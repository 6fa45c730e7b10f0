// Keeps a second server off a data folder. The lock file names its holder by process id and start time, so that a lock
// left behind by a crash, a reboot or a reused process id is recognised and replaced. Of several servers that start at
// once exactly one gets it: creating the file, and claiming a stale one, are single atomic steps of the file system.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../../failure.ts'
import { startOfProcess } from './process-identity.ts'

export type Lock = { release(): void }
type Holder = { pid: number; start: string }

/** Takes `server.lock` in the folder or fails with one line that names the process holding it. */
export function takeLock(folder: string): Lock {
	const path = join(folder, 'server.lock')
	const content = JSON.stringify({ pid: process.pid, start: startOfProcess(process.pid) })
	for (let attempt = 0; attempt < 20; attempt++) {
		if (createWhole(path, content)) return { release: () => releaseOwn(path, content) }
		const found = readIfThere(path)
		if (found === undefined) continue
		const holder = livingHolder(found)
		if (holder) throw inUse(folder, holder)
		if (replaceStale(path, found, content)) return { release: () => releaseOwn(path, content) }
	}
	throw new StartFailure(`The lock file ${path} cannot be taken: another server is just starting. Try again.`)
}

/** Creates the file with its whole content, or answers false when there is one: nobody ever sees it half written. */
function createWhole(path: string, content: string): boolean {
	const draft = `${path}.${process.pid}`
	writeFileSync(draft, content, { mode: 0o644 })
	try {
		linkSync(draft, path)
		return true
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EEXIST') return false
		if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return createWithoutLinks(path, content)
		throw error
	} finally {
		rmSync(draft, { force: true })
	}
}

/** For the file systems that have no hard links (some shared and memory-card ones). */
function createWithoutLinks(path: string, content: string): boolean {
	try {
		writeFileSync(path, content, { flag: 'wx' })
		return true
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
		throw error
	}
}

/** Only who holds the claim may replace the stale file, and only while it is still the stale one. */
function replaceStale(path: string, stale: string, content: string): boolean {
	const claim = `${path}.claim`
	if (!createWhole(claim, content)) {
		const claimed = readIfThere(claim)
		if (claimed !== undefined && !livingHolder(claimed)) rmSync(claim, { force: true })
		return false
	}
	try {
		if (readIfThere(path) !== stale) return false
		const draft = `${path}.${process.pid}`
		writeFileSync(draft, content)
		renameSync(draft, path)
		return true
	} finally {
		rmSync(claim, { force: true })
	}
}

function livingHolder(content: string): Holder | undefined {
	try {
		const holder = JSON.parse(content) as Holder
		const start = startOfProcess(holder.pid)
		return start !== undefined && start === holder.start ? holder : undefined
	} catch {
		return undefined
	}
}

function inUse(folder: string, { pid }: Holder): StartFailure {
	return new StartFailure(
		`The data folder ${folder} is in use by a server that is already running (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
	)
}

function releaseOwn(path: string, content: string): void {
	if (readIfThere(path) === content) rmSync(path, { force: true })
}

function readIfThere(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
}
