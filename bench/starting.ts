// From nothing to the first page: a fresh clone with `npm start`, then a second start of the same clone.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from './report.ts'
import { temporaryFolder } from './server-process.ts'

const readyLine = /is ready: (http\S+)/

export async function measureStarting(): Promise<Figure[]> {
	const folder = await temporaryFolder()
	try {
		const clone = join(folder, 'clone')
		execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), clone])
		const first = await startOnce(clone)
		const second = await startOnce(clone)
		return [
			{
				name: 'Fresh clone to first page with npm start',
				value: `${first.pageSeconds.toFixed(1)} s`,
				bar: 'under 180 s',
				met: first.pageSeconds < 180,
			},
			{
				name: "The database's part of that",
				value: `${first.databaseSeconds.toFixed(2)} s`,
				bar: 'under 5 s',
				met: first.databaseSeconds < 5,
			},
			{
				name: 'Second start, npm start to first page',
				value: `${second.pageSeconds.toFixed(2)} s`,
				bar: 'under 3 s',
				met: second.pageSeconds < 3,
			},
		]
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Times are seconds since the command was given. */
async function startOnce(clone: string): Promise<{ pageSeconds: number; databaseSeconds: number }> {
	const started = performance.now()
	const seconds = () => (performance.now() - started) / 1000
	const environment = { ...process.env, PORT: '0', DATABASE_URL: '', DATA_DIR: join(clone, 'data') }
	const child = spawn('npm', ['start'], { cwd: clone, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
	let said = ''
	let databaseFrom = Number.NaN
	const url = await new Promise<string>((resolve, reject) => {
		child.stdout.on('data', (chunk) => {
			said += chunk
			if (Number.isNaN(databaseFrom) && /database/i.test(said)) databaseFrom = seconds()
			const found = readyLine.exec(said)
			if (found) resolve(found[1] as string)
		})
		child.once('exit', () => reject(new Error(`npm start failed:\n${said}`)))
	})
	const databaseSeconds = seconds() - databaseFrom
	await (await fetch(`${url}/landing`)).text()
	const pageSeconds = seconds()
	child.kill('SIGINT')
	await once(child, 'exit')
	return { pageSeconds, databaseSeconds }
}
