// Runs one of PostgreSQL's programs to its end, as the owner of the cluster and deaf to the terminal's Ctrl-C.
import { spawn } from 'node:child_process'
import type { Owner } from './owner.ts'

export type ProgramResult = { code: number | null; output: string }

export function runProgram(program: string, args: string[], owner?: Owner): Promise<ProgramResult> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { ...programOptions(owner), stdio: ['ignore', 'pipe', 'pipe'] })
		let output = ''
		child.stdout.on('data', (chunk) => (output += chunk))
		child.stderr.on('data', (chunk) => (output += chunk))
		child.once('error', reject)
		child.once('close', (code) => resolve({ code, output: output.trim() }))
	})
}

/** A folder every user can enter, a process group of its own, and nothing of the server's environment but the basics. */
export function programOptions(owner?: Owner) {
	return { cwd: '/', detached: true, windowsHide: true, env: plainEnvironment(), uid: owner?.uid, gid: owner?.gid }
}

/** Keys of providers and PG* variables of the operator's shell stay out of a process that may belong to another user. */
function plainEnvironment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => passedOn.has(name.toUpperCase()))
	return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

const passedOn = new Set(['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'SYSTEMDRIVE', 'COMSPEC'])
