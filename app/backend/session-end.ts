// When a call learns that the session is over, whatever page is open has to leave for the sign-in page. Calls announce
// it here; the frame of the signed-in pages listens.
import { isSessionEnd } from './errors.ts'

const listeners = new Set<() => void>()

/** Announces the end when `error` means it; answers whether it did. */
export function announceSessionEnd(error: unknown): boolean {
	if (!isSessionEnd(error)) return false
	for (const listener of listeners) listener()
	return true
}

export function onSessionEnd(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** Somebody has signed out on purpose: answers that arrive late are no reason to send them to sign in. */
export function expectSessionEnd(): void {
	listeners.clear()
}
