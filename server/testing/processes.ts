// Real processes for tests that start, stop and kill them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type TestProcess = {
	pid: number
	/** Everything it wrote so far. */
	output(): string
	errors(): string
	/** The first match in its output; fails when it ends without. */
	waitFor(pattern: RegExp): Promise<RegExpExecArray>
	/** Sends the signal and waits for the end; the exit code, or null after a signal that cannot be caught. */
	stop(signal: NodeJS.Signals): Promise<number | null>
	/** Ends it without waiting, whatever it is doing. */
	kill(): void
	/** Waits for an end that comes by itself. */
	ended(): Promise<number | null>
}

type ProcessOptions = { args?: string[]; env?: Record<string, string>; uid?: number; gid?: number }

const root = join(import.meta.dirname, '../..')

/** Runs one of the project's TypeScript files; what still runs when the test ends is told to close, then waited for. */
export function startProcess(file: string, { args = [], env = {}, uid, gid }: ProcessOptions = {}): TestProcess {
	const { VITEST: _, NODE_ENV: __, ...surroundings } = process.env
	const options = { cwd: root, env: { ...surroundings, ...env }, uid, gid, stdio: 'pipe' } as const
	const child = spawn(process.execPath, [join(root, file), ...args], options)
	const written = { out: '', err: '' }
	child.stdout.on('data', (chunk) => {
		written.out += chunk
	})
	child.stderr.on('data', (chunk) => {
		written.err += chunk
	})
	const closed = once(child, 'close')
	const stop = async (signal: NodeJS.Signals) => {
		if (isRunning(child)) child.kill(signal)
		await closed
		return child.exitCode
	}
	onTestFinished(async () => {
		await stop('SIGTERM')
	})
	return {
		pid: child.pid as number,
		output: () => written.out,
		errors: () => written.err,
		waitFor: (pattern) => waitFor(child, written, pattern),
		stop,
		kill: () => child.kill('SIGKILL'),
		async ended() {
			await closed
			return child.exitCode
		},
	}
}

function waitFor(
	child: ChildProcess,
	written: { out: string; err: string },
	pattern: RegExp,
): Promise<RegExpExecArray> {
	return new Promise((resolve, reject) => {
		const look = () => {
			const match = pattern.exec(written.out)
			if (match) resolve(match)
		}
		look()
		child.stdout?.on('data', look)
		child.once('close', (code) =>
			reject(new Error(`it ended with code ${code} before ${pattern}:\n${written.out}${written.err}`)),
		)
	})
}

function isRunning(child: ChildProcess): boolean {
	return child.exitCode === null && child.signalCode === null
}
