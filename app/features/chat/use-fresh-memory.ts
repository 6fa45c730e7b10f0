import { useCallback, useEffect, useRef } from 'react'
import { callFunction } from '../../backend/functions.ts'

/**
 * Opening the chat begins a new conversation: what the assistant remembered is cleared, unless one goes on because it was
 * saved, or because its answer is still awaited. The first question waits for that; when the clearing failed, it is tried
 * again before the question goes.
 */
export function useFreshMemory(goesOn: boolean): () => Promise<void> {
	const clearing = useRef<Promise<boolean>>(Promise.resolve(true))
	useEffect(() => {
		if (goesOn) return
		clearing.current = clearMemory().then(
			() => true,
			() => false,
		)
	}, [goesOn])
	return useCallback(async () => {
		if (await clearing.current) return
		await clearMemory()
		clearing.current = Promise.resolve(true)
	}, [])
}

const clearMemory = () => callFunction('clear-context', {})
