// A folder for one test, below the system's temporary one.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Everybody may pass it, because root's database runs as another user; it goes when the test ends. */
export async function testFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'faro-test-'))
	await chmod(folder, 0o755)
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}
