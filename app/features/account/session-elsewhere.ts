import { useEffect, useRef } from 'react'
import { parseStoredSession, sessionKey } from '../../backend/stored-session.ts'

type Elsewhere = { onSignIn?(): void; onSignOut?(): void }

/**
 * Tells when somebody signs in or out in another tab. The browser's own storage event never fires in the tab that made
 * the change, and refreshing a token changes nobody: both stay silent.
 */
export function useSessionElsewhere(elsewhere: Elsewhere): void {
	const latest = useRef(elsewhere)
	latest.current = elsewhere
	useEffect(() => {
		const listen = ({ key, oldValue, newValue }: StorageEvent) => {
			if (key !== sessionKey(location.hostname)) return
			const before = parseStoredSession(oldValue ?? '', '', '')?.userId
			const after = parseStoredSession(newValue ?? '', '', '')?.userId
			if (before === after) return
			// Somebody else now: nothing of the first person may stay on the screen.
			if (before && after) location.reload()
			else if (after) latest.current.onSignIn?.()
			else latest.current.onSignOut?.()
		}
		window.addEventListener('storage', listen)
		return () => window.removeEventListener('storage', listen)
	}, [])
}
