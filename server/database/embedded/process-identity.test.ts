import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { commandOfProcess, startOfProcess } from './process-identity.ts'

it('gives the same start for the same process and another one for another', () => {
	expect(startOfProcess(process.pid)).toBeTruthy()
	expect(startOfProcess(process.pid)).toBe(startOfProcess(process.pid))
	expect(startOfProcess(process.ppid)).not.toBe(startOfProcess(process.pid))
})

it('reads a program whose name holds parentheses and blanks', async () => {
	const program = join(await testFolder(), 'a) R (b')
	copyFileSync(process.execPath, program)
	const child = spawn(program, ['-e', 'setInterval(() => {}, 1000)'])
	await once(child, 'spawn')
	expect(startOfProcess(child.pid as number)).toBeTruthy()
	child.kill('SIGKILL')
	await once(child, 'exit')
})

it('knows no process that has ended, and no impossible one', async () => {
	const child = spawn('true')
	await once(child, 'exit')
	for (const pid of [child.pid as number, 0, -1, Number.NaN]) expect(startOfProcess(pid)).toBeUndefined()
})

it('names the program behind a process id', () => {
	expect(commandOfProcess(process.pid)).toContain('node')
	expect(commandOfProcess(2 ** 22 - 7)).toBe('')
})
