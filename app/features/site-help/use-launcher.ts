import { useEffect, useState } from 'react'
import { type LauncherEvent, launcherAfter, launcherSince, viewLauncher } from './launcher-schedule.ts'

/** The launcher's state in this browser's time; one timer, set for its next change. */
export function useLauncher(since: number) {
	const [{ state, now }, set] = useState(() => ({ state: launcherSince(since), now: performance.now() }))
	const view = viewLauncher(state, now)
	const { changesAt } = view
	useEffect(() => {
		if (changesAt === null) return
		// A timer may ring a little early, and then nothing would have changed.
		const ring = () => set(({ state }) => ({ state, now: Math.max(changesAt, performance.now()) }))
		const timer = setTimeout(ring, changesAt - performance.now())
		return () => clearTimeout(timer)
	}, [changesAt])
	const happens = (event: LauncherEvent) => {
		const at = performance.now()
		set(({ state }) => ({ state: launcherAfter(state, event, at), now: at }))
	}
	return { ...view, isOpen: state.isOpen, happens }
}
