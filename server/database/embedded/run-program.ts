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

/** A folder every user can enter, a process group of its own, and no PG* variables of the operator's shell. */
export function programOptions(owner?: Owner) {
	return { cwd: '/', detached: true, windowsHide: true, env: plainEnvironment(), uid: owner?.uid, gid: owner?.gid }
}

function plainEnvironment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
	return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
