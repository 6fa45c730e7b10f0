import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { savedChatsQuery } from '../../backend/saved-chats.ts'

/** Keeps the list as it is on the person's other devices, while somebody looks at it. */
export function useLiveSavedChats(userId: string) {
	const queries = useQueryClient()
	const isVisible = useSyncExternalStore(subscribeToVisibility, isDocumentVisible, () => false)
	useEffect(() => {
		if (!isVisible) return
		const watch = new AbortController()
		const { queryKey } = savedChatsQuery(userId)
		const onChange = () => {
			// After a failure the page offers to try again, and the person decides when.
			if (queries.getQueryState(queryKey)?.status !== 'error') void queries.invalidateQueries({ queryKey })
		}
		import('../../backend/live-saved-chats.ts')
			.then(({ watchSavedChats }) => watchSavedChats({ userId, onChange, signal: watch.signal }))
			// The list is complete without it, only not live.
			.catch(() => {})
		return () => watch.abort()
	}, [isVisible, userId, queries])
}

function subscribeToVisibility(listener: () => void): () => void {
	document.addEventListener('visibilitychange', listener)
	return () => document.removeEventListener('visibilitychange', listener)
}

function isDocumentVisible(): boolean {
	return document.visibilityState === 'visible'
}
