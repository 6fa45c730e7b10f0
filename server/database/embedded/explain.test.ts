import { expect, it } from 'vitest'
import { StartFailure } from '../../failure.ts'
import { explainFailure } from './explain.ts'

it.each([
	['ENOSPC: no space left on device, write', /full/],
	['initdb: error: could not write to file "x": No space left on device', /full/],
	['EROFS: read-only file system, mkdir', /read-only/],
	["ENOTDIR: not a directory, mkdir '/dev/null/x'", /part of that path is a file/],
	["EACCES: permission denied, open '/data/server.lock'", /cannot be written by this user/],
	['FATAL:  could not create shared memory segment: No such file or directory', /shared memory/],
	['postgres: error while loading shared libraries: libicuuc.so.60', /does not run on this system.*DATABASE_URL/],
	['spawn /x/initdb ENOENT', /does not run on this system/],
	[
		'LOG:  starting\n2026-11-20 10:00:00 UTC [7] FATAL:  the dog ate it\nHINT: none',
		/could not start: the dog ate it$/,
	],
])('turns "%s" into one line to act on', (text, line) => {
	const failure = explainFailure(new Error(text), '/srv/data')
	expect(failure).toBeInstanceOf(StartFailure)
	expect(failure.message).toMatch(line)
	expect(failure.message).not.toContain('\n')
	expect(failure.cause).toBeInstanceOf(Error)
})

it('leaves a line that is clear already as it is', () => {
	const failure = new StartFailure('The data folder is in use.')
	expect(explainFailure(failure, '/srv/data')).toBe(failure)
})
