import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { binariesIn, findBinaries, majorVersion } from './binaries.ts'

it('finds the programs for this computer', async () => {
	const binaries = await findBinaries()
	expect(majorVersion(binaries.version)).toBe('18')
	expect(execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' })).toContain('18.')
})

it('finds the same programs in a copy', async () => {
	const binaries = await findBinaries()
	const copy = binariesIn('/copy', binaries)
	expect(copy.postgres).toBe(binaries.postgres.replace(binaries.folder, '/copy'))
	expect(copy.version).toBe(binaries.version)
})

it('says what to do on a computer there are none for', async () => {
	await expect(findBinaries('sunos', 'sparc')).rejects.toThrow(/no built-in PostgreSQL.*DATABASE_URL/)
})
