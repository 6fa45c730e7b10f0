import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess, type TestProcess } from './testing/processes.ts'

const file = 'server/testing/stop-request-process.ts'

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s asks to stop', async (signal) => {
	const child = startProcess(file)
	await child.waitFor(/waiting/)
	process.kill(child.pid, signal)
	await child.waitFor(/stop/)
	child.kill()
})

it('takes a Ctrl-C that arrives twice for one, and a later one for impatience', async () => {
	const child = startProcess(file)
	await child.waitFor(/waiting/)
	process.kill(child.pid, 'SIGINT')
	await child.waitFor(/stop/)
	process.kill(child.pid, 'SIGINT')
	await expect.poll(() => pressAgain(child), { interval: 1200 }).toContain('force')
	expect(child.output().match(/stop/g)).toHaveLength(1)
	expect(await child.ended()).toBe(3)
})

it('stops when the npm that started it is gone', async () => {
	const command = `"${process.execPath}" "${join(import.meta.dirname, 'testing/stop-request-process.ts')}"; true`
	const shell = spawn('sh', ['-c', command], {
		env: { ...process.env, npm_lifecycle_event: 'start' },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	let said = ''
	shell.stdout.on('data', (chunk) => {
		said += chunk
	})
	await expect.poll(() => said).toMatch(/waiting/)
	const pid = Number(/waiting (\d+)/.exec(said)?.[1])
	onTestFinished(() => {
		process.kill(pid, 'SIGKILL')
	})
	shell.kill('SIGKILL')
	await expect.poll(() => said).toMatch(/stop/)
})

function pressAgain({ pid, output }: TestProcess): string {
	try {
		process.kill(pid, 'SIGINT')
	} catch {
		// It has ended: that is what the test waits for.
	}
	return output()
}
