// Runs commands whose output only matters when they fail, and shows in one line that they are still at work.
import { spawn } from 'node:child_process'

const heartbeatSeconds = 10

/**
 * Runs the first command, and each further one only when the one before failed with words that match its `onlyAfter`.
 * Resolves with the exit code (undefined when a signal ended it) and what the last one wrote.
 */
export async function runQuietly(title, commands, folder) {
	const progress = showProgress(title)
	let result
	for (const { command, onlyAfter } of commands) {
		if (result && !(result.code && onlyAfter.test(result.output))) break
		result = await run(command, folder)
	}
	progress.end(result.code === 0)
	return result
}

function run([program, ...args], folder) {
	return new Promise((resolve) => {
		const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' }
		const shell = program.endsWith('.cmd')
		const child = spawn(program, args, { cwd: folder, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
		const chunks = []
		let isInterrupted = false
		// The terminal's Ctrl-C reaches the child too: wait for its end instead of leaving it behind.
		const onSignal = () => {
			isInterrupted = true
		}
		const end = (code, output) => {
			process.off('SIGINT', onSignal)
			resolve({ code: isInterrupted ? undefined : code, output })
		}
		process.on('SIGINT', onSignal)
		child.stdout.on('data', (chunk) => chunks.push(chunk))
		child.stderr.on('data', (chunk) => chunks.push(chunk))
		child.once('error', (error) => end(1, `${program}: ${error.message}`))
		child.once('close', (code) => end(code ?? undefined, Buffer.concat(chunks).toString().trim()))
	})
}

/** A line that counts the seconds; where there is no terminal, a new line now and then. */
function showProgress(title) {
	const start = Date.now()
	const isTerminal = process.stdout.isTTY
	const line = () => `${title} … ${Math.round((Date.now() - start) / 1000)} s`
	const show = () => process.stdout.write(isTerminal ? `\r${line()}` : `${line()}\n`)
	process.stdout.write(isTerminal ? `${title} …` : `${title} …\n`)
	const timer = setInterval(show, isTerminal ? 1000 : heartbeatSeconds * 1000)
	return {
		end(isDone) {
			clearInterval(timer)
			process.stdout.write(`${isTerminal ? '\r' : ''}${line()}${isDone ? ', done' : ''}\n`)
		},
	}
}
