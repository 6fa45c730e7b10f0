// A real server process on a free port with a data folder of its own, for measuring from outside.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ServerProcess = {
	url: string
	pid: number
	/** From the spawn to the ready line. */
	startMs: number
	dataDir: string
	/** Stops the process; the data folder stays unless told. */
	stop(options?: { keepData?: boolean }): Promise<void>
}

/** As `npm start` does: room for young objects that does not grow with every burst of requests. */
const asStarted = ['--max-semi-space-size=16']

const readyLine = /is ready: (http\S+)/

/** Starts `command` (the server itself unless told) in `folder` and waits for the ready line. */
export async function startServerProcess(
	options: {
		folder?: string
		command?: string[]
		dataDir?: string
		databaseUrl?: string
		/** What else an operator would set. */
		environment?: Record<string, string>
	} = {},
): Promise<ServerProcess> {
	const root = join(import.meta.dirname, '..')
	const folder = options.folder ?? root
	const [program = '', ...args] = options.command ?? [process.execPath, ...asStarted, 'server/main.ts']
	const dataDir = options.dataDir ?? (await temporaryFolder())
	const { databaseUrl = '' } = options
	const ours = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', DATABASE_URL: databaseUrl }
	const environment = { ...process.env, ...ours, ...options.environment }
	const started = performance.now()
	const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
	const url = await waitForReady(child)
	return {
		url,
		pid: child.pid as number,
		startMs: performance.now() - started,
		dataDir,
		async stop({ keepData = false } = {}) {
			child.kill('SIGINT')
			await once(child, 'exit')
			if (!keepData) await rm(dataDir, { recursive: true, force: true })
		},
	}
}

/** One that root's database, which runs as another user, can reach. */
export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'faro-bench-'))
	await chmod(folder, 0o755)
	return folder
}

function waitForReady(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let said = ''
		child.stdout?.on('data', (chunk) => {
			said += chunk
			const found = readyLine.exec(said)
			if (found) resolve(found[1] as string)
		})
		child.once('exit', (code) => reject(new Error(`the server stopped with code ${code} before it was ready\n${said}`)))
	})
}
