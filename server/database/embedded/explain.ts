// Turns what the operating system and PostgreSQL say about a failed start into the one line an operator can act on.
import { StartFailure } from '../../failure.ts'

/** A StartFailure passes unchanged; everything else keeps its cause. */
export function explainFailure(error: unknown, folder: string): StartFailure {
	if (error instanceof StartFailure) return error
	const text =
		error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}` : String(error)
	const known = explanations.find(({ pattern }) => pattern.test(text))
	return new StartFailure(known ? known.line(folder) : `The database could not start: ${lastLine(text)}`, {
		cause: error,
	})
}

const explanations: { pattern: RegExp; line: (folder: string) => string }[] = [
	{
		pattern: /ENOSPC|EDQUOT|No space left|Disk quota|\b53100\b/,
		line: (folder) =>
			`The disk of the data folder ${folder} is full: free some space (about 200 MB), or set DATA_DIR to a folder on another disk.`,
	},
	{
		pattern: /EROFS|Read-only file system/i,
		line: (folder) =>
			`The data folder ${folder} is on a read-only file system: set DATA_DIR to a folder that can be written.`,
	},
	{
		pattern: /shared memory|\/dev\/shm|shmget|semaphore/i,
		line: () =>
			'The system does not give PostgreSQL enough shared memory: raise it (in a container: --shm-size=128m), or set DATABASE_URL to a PostgreSQL of your own.',
	},
	{
		pattern: /shared librar|GLIBC|spawn .* (ENOENT|ENOEXEC|EACCES)|Exec format/,
		line: () =>
			'The built-in PostgreSQL does not run on this system (it needs a glibc Linux, macOS or Windows): set DATABASE_URL to a PostgreSQL of your own.',
	},
	{
		pattern: /ENOTDIR|EEXIST|Not a directory/,
		line: (folder) =>
			`The data folder ${folder} cannot be created because a part of that path is a file: set DATA_DIR to a folder.`,
	},
	{
		pattern: /EACCES|EPERM|Permission denied|not permitted/i,
		line: (folder) =>
			`The data folder ${folder} cannot be written by this user: change its owner, or set DATA_DIR to a folder of your own.`,
	},
	{
		pattern: /ENAMETOOLONG|too long/i,
		line: (folder) => `The path of the data folder ${folder} is too long: set DATA_DIR to a shorter one.`,
	},
]

/** PostgreSQL's own reason without its time stamps, the most serious line first. */
function lastLine(text: string): string {
	const lines = text.split('\n').filter((line) => line.trim())
	const line = lines.find((candidate) => /FATAL|PANIC|error:/.test(candidate)) ?? lines.at(-1) ?? 'no reason was given'
	return line.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '').trim()
}
