import { useEffect, useSyncExternalStore } from 'react'
import { readStoredSession, type StoredSession, subscribeToStoredSession } from '../../backend/stored-session.ts'

/** Who is signed in on this device. The prerendered page is a visitor's; the name appears once the page is alive. */
export function useStoredSession(): StoredSession | null {
	return useSyncExternalStore(subscribeToStoredSession, readStoredSession, () => null)
}

/** With a stored session the backend client is fetched once the page stands, so that the session stays fresh. */
export function useBackendAfterPaint(isSignedIn: boolean): void {
	useEffect(() => {
		if (!isSignedIn) return
		const timer = setTimeout(() => {
			import('../../backend/session.ts')
				.then(({ loadBackend }) => loadBackend())
				.catch(() => {
					// Offline or between two versions: the page itself needs nothing from it, the next one tries again.
				})
		}, afterFirstPaintMs)
		return () => clearTimeout(timer)
	}, [isSignedIn])
}

const afterFirstPaintMs = 300
