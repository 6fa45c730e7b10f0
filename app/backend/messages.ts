import { backendError } from './errors.ts'
import { loadBackend } from './session.ts'
import type { MessageRow } from './tables.ts'

/** Sends a message to whoever runs the site. Nobody but them can read it, not even the writer. */
export async function sendMessage(message: MessageRow): Promise<void> {
	const { tables } = await loadBackend()
	const { error, status } = await tables.from('user_feedback').insert(message)
	if (error) throw backendError(error, status)
}
