import { chownSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { chooseAddress, socketFile } from './address.ts'
import { isRoot } from './owner.ts'

describe.runIf(process.platform !== 'win32')('the folder of the socket', () => {
	it('lies beside the cluster and lets nobody else in', async () => {
		const home = await testFolder()
		const { host, socketFolder } = await chooseAddress(home)
		expect([host, socketFolder]).toEqual([join(home, 'run'), join(home, 'run')])
		expect(lstatSync(host).mode & 0o777).toBe(0o700)
	})

	it('lies in the temporary folder when the path is too long for a socket, in the same place every time', async () => {
		const home = join(await testFolder(), 'x'.repeat(90))
		mkdirSync(home)
		const { host } = await chooseAddress(home)
		onTestFinished(() => rmSync(host, { recursive: true }))
		expect(Buffer.byteLength(socketFile(host))).toBeLessThanOrEqual(100)
		expect((await chooseAddress(home)).host).toBe(host)
		expect(lstatSync(host).mode & 0o777).toBe(0o700)
	})

	it('is refused when it is a link somebody laid', async () => {
		const home = await testFolder()
		symlinkSync(await testFolder(), join(home, 'run'))
		await expect(chooseAddress(home)).rejects.toThrow(/belongs to somebody else/)
	})

	it.runIf(isRoot())('is refused when it belongs to somebody else', async () => {
		const home = await testFolder()
		mkdirSync(join(home, 'run'))
		chownSync(join(home, 'run'), 12345, 12345)
		await expect(chooseAddress(home)).rejects.toThrow(/belongs to somebody else.*DATA_DIR/)
	})
})
