// A process id alone says little: ids are used again. Together with the moment the process started it names one process.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** When the process started, as an opaque text; undefined when no such process runs. */
export function startOfProcess(pid: number): string | undefined {
	if (!Number.isInteger(pid) || pid <= 0) return undefined
	if (process.platform === 'linux') return startFromProc(pid)
	return process.platform === 'win32' ? startUnknown(pid) : startFromPs(pid)
}

/** Its program and arguments, where `ps` exists; else an empty text. */
export function commandOfProcess(pid: number): string {
	return askPs(pid, 'command=')
}

function startFromProc(pid: number): string | undefined {
	try {
		// The name of the program stands in parentheses and may itself contain blanks and parentheses.
		const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
		const [state, start] = [fields[0], fields[19]]
		if (state === 'Z' || !start) return undefined
		return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${start}`
	} catch {
		return undefined
	}
}

function startFromPs(pid: number): string | undefined {
	return askPs(pid, 'lstart=') || undefined
}

function askPs(pid: number, column: string): string {
	try {
		return execFileSync('ps', ['-o', column, '-p', String(pid)], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim()
	} catch {
		return ''
	}
}

function startUnknown(pid: number): string | undefined {
	try {
		process.kill(pid, 0)
		return 'unknown'
	} catch {
		return undefined
	}
}
