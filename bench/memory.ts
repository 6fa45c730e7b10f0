// Idle memory of the server and its database together, as proportional set size: shared pages count once.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './report.ts'
import { startServerProcess } from './server-process.ts'

/** How long the server is left alone first, so that idle connections have been given up. */
const restMs = 45_000

export async function measureIdleMemory(): Promise<Figure[]> {
	const server = await startServerProcess()
	try {
		for (let i = 0; i < 20; i++) await fetch(`${server.url}/landing`)
		await pause(restMs)
		const postmaster = Number(readFileSync(findPidFile(server.dataDir), 'utf8').split('\n')[0])
		const [serverMb, databaseMb] = [pssOf([server.pid]), pssOf(withChildren(postmaster))]
		const value = `${(serverMb + databaseMb).toFixed(0)} MB (server ${serverMb.toFixed(0)}, database ${databaseMb.toFixed(0)})`
		return [{ name: 'Idle memory, server and database', value, bar: 'under 300 MB', met: serverMb + databaseMb < 300 }]
	} finally {
		await server.stop()
	}
}

function findPidFile(dataDir: string): string {
	const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
		name.endsWith('postmaster.pid'),
	)
	if (!file) throw new Error(`no postmaster.pid below ${dataDir}`)
	return `${dataDir}/${file}`
}

function withChildren(parent: number): number[] {
	const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
	const children = processes.filter((pid) => {
		try {
			return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent
		} catch {
			return false
		}
	})
	return [parent, ...children.map(Number)]
}

/** Megabytes. */
export function pssOf(pids: number[]): number {
	const kilobytes = pids.map((pid) =>
		Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
	)
	return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024
}
