import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { startProcess } from '../../testing/processes.ts'
import { takeLock } from './lock.ts'
import { startOfProcess } from './process-identity.ts'

const stale = (pid: number, start: string) => JSON.stringify({ pid, start })
const holder = (folder: string) => JSON.parse(readFileSync(join(folder, 'server.lock'), 'utf8')).pid

it('names its holder and is gone after the release', async () => {
	const folder = await testFolder()
	const lock = takeLock(folder)
	expect(holder(folder)).toBe(process.pid)
	lock.release()
	expect(await readdir(folder)).toEqual([])
})

it('refuses a second server in one line that names the process and the way out', async () => {
	const folder = await testFolder()
	takeLock(folder)
	expect(() => takeLock(folder)).toThrow(new RegExp(`${folder} is in use .*process ${process.pid}.*DATA_DIR`))
	expect(await readdir(folder)).toEqual(['server.lock'])
})

it.each([
	['of a process that is gone', stale(2 ** 22 - 7, 'long ago')],
	['whose process id now belongs to another program', stale(process.ppid, 'long ago')],
	['that was cut off while it was written', '{"pid":'],
	['that is empty', ''],
])('replaces a lock %s', async (_, content) => {
	const folder = await testFolder()
	writeFileSync(join(folder, 'server.lock'), content)
	takeLock(folder)
	expect(holder(folder)).toBe(process.pid)
	expect(await readdir(folder)).toEqual(['server.lock'])
})

it('passes over the claim of a server that died while it replaced a lock', async () => {
	const folder = await testFolder()
	writeFileSync(join(folder, 'server.lock'), stale(2 ** 22 - 7, 'long ago'))
	writeFileSync(join(folder, 'server.lock.claim'), stale(2 ** 22 - 8, 'long ago'))
	takeLock(folder)
	expect(holder(folder)).toBe(process.pid)
})

it('does not release what another server has taken over', async () => {
	const folder = await testFolder()
	const lock = takeLock(folder)
	const other = stale(process.ppid, startOfProcess(process.ppid) as string)
	writeFileSync(join(folder, 'server.lock'), other)
	lock.release()
	expect(readFileSync(join(folder, 'server.lock'), 'utf8')).toBe(other)
})

it.each([
	['a free folder', undefined],
	['a stale lock', stale(2 ** 22 - 7, 'long ago')],
])('lets exactly one of several servers that start at once have %s', async (_, content) => {
	const folder = await testFolder()
	if (content !== undefined) writeFileSync(join(folder, 'server.lock'), content)
	const contenders = Array.from({ length: 6 }, () => startProcess('server/testing/lock-process.ts', { args: [folder] }))
	await Promise.all(contenders.map((contender) => contender.waitFor(/taken|refused/)))
	expect(contenders.filter((contender) => contender.output().includes('taken'))).toHaveLength(1)
})
