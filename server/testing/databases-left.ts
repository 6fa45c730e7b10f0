// The database processes that outlive a killed server, so that a test can find them and a failed one leaves none.
import { join } from 'node:path'
import { findPostmaster } from '../database/embedded/postmaster.ts'

/** The process id of the database whose cluster lies in this folder, while it runs. */
export function postmasterBelow(folder: string): number | undefined {
	return findPostmaster(join(folder, 'cluster'))?.pid
}

/** Ends the database of a data folder that is about to go. */
export function endDatabase(dataDir: string): void {
	const pid = postmasterBelow(join(dataDir, 'postgres'))
	if (pid) process.kill(pid, 'SIGKILL')
}
