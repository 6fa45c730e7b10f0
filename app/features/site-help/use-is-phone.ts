import { useSyncExternalStore } from 'react'

const narrow = '(width < 48rem)'

/** Whether the panel is a drawer: below 768 pixels. */
export function useIsPhone(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => matchMedia(narrow).matches,
		() => false,
	)
}

function subscribe(listener: () => void): () => void {
	const query = matchMedia(narrow)
	query.addEventListener('change', listener)
	return () => query.removeEventListener('change', listener)
}
