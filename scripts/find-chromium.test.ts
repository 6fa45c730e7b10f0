import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { testFolder } from '../server/testing/folder.ts'
import { findChromium } from './find-chromium.mjs'

async function program(name: string): Promise<string> {
	const path = join(await testFolder(), name)
	writeFileSync(path, '#!/bin/sh\n')
	chmodSync(path, 0o755)
	return path
}

it('takes the browser that CHROMIUM_PATH names', async () => {
	const path = await program('my-browser')
	vi.stubEnv('CHROMIUM_PATH', path)
	expect(findChromium()).toBe(path)
})

it('refuses a CHROMIUM_PATH that leads nowhere', () => {
	vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
	expect(() => findChromium()).toThrow('CHROMIUM_PATH: there is no program at /nowhere/chromium.')
})

it('finds one in PATH under any of its names', async () => {
	const path = await program('google-chrome')
	vi.stubEnv('CHROMIUM_PATH', '')
	vi.stubEnv('PATH', join(path, '..'))
	expect(findChromium()).toBe(path)
})
