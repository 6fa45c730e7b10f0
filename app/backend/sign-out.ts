import { forgetPersonalTraces } from './device-storage.ts'
import { backendError } from './errors.ts'
import { loadBackend } from './session.ts'
import { expectSessionEnd } from './session-end.ts'

/** Ends this device's session on the server and wipes what the person left here. Fails when the server does not answer. */
export async function signOut(): Promise<void> {
	const { auth } = await loadBackend()
	const { error } = await auth.signOut({ scope: 'local' })
	if (error) throw backendError(error)
	expectSessionEnd()
	forgetPersonalTraces()
}
