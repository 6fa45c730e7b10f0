// Mounts a small or read-only file system for a test, where the system lets us (as root, and not in every container).
import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** False when mounting is not permitted here. `options` are those of tmpfs, for instance `size=20m` or `ro`. */
export function mountSmallDisk(folder: string, options: string): boolean {
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=755,${options}`, 'tmpfs', folder], { stdio: 'ignore' })
	} catch {
		return false
	}
	onTestFinished(() => {
		execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
	})
	return true
}
