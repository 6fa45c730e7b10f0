// When the help launcher and its speech bubble are to be seen, as a pure function of what happened and of the time: a
// test needs no clock, and the component only one timer. All times are milliseconds of one clock.
import { launcherAppearsMs } from './launcher-appears.ts'

export const launcherTimes = {
	/** From the page to the launcher. */
	appearsMs: launcherAppearsMs,
	/** From the page to the first bubble. */
	bubbleMs: 3_000,
	/** How long a bubble stays. */
	bubbleStaysMs: 6_000,
	/** From the beginning of one bubble to that of the next, while the panel is closed. */
	bubbleEveryMs: 15_000,
	/** From the pointer's leaving to the end of the bubble. */
	lingersMs: 1_000,
}

export type LauncherState = {
	/** When the page stood. */
	since: number
	isOpen: boolean
	isHovered: boolean
	/** When the pointer left, while nothing else has happened since. */
	leftAt: number | null
	/** A bubble that began before has been seen or sent away. */
	hushedAt: number
}
export type LauncherEvent = 'pointer entered' | 'pointer left' | 'pressed' | 'dismissed'
export type LauncherView = {
	isShown: boolean
	hasBubble: boolean
	/** When the view changes by itself; null for never. */
	changesAt: number | null
}

export function launcherSince(since: number): LauncherState {
	return { since, isOpen: false, isHovered: false, leftAt: null, hushedAt: Number.NEGATIVE_INFINITY }
}

/** What follows from an event at `now`. */
export function launcherAfter(state: LauncherState, event: LauncherEvent, now: number): LauncherState {
	const calm = { ...state, isHovered: false, leftAt: null, hushedAt: now }
	switch (event) {
		case 'pointer entered':
			return { ...state, isHovered: true, leftAt: null }
		case 'pointer left':
			return state.isHovered ? { ...calm, leftAt: now } : state
		case 'pressed':
			return { ...calm, isOpen: !state.isOpen }
		case 'dismissed':
			return calm
	}
}

/** What is to be seen at `now`. */
export function viewLauncher(state: LauncherState, now: number): LauncherView {
	const appearsAt = state.since + launcherTimes.appearsMs
	if (now < appearsAt) return { isShown: false, hasBubble: false, changesAt: appearsAt }
	if (state.isOpen) return { isShown: true, hasBubble: false, changesAt: null }
	if (state.isHovered) return { isShown: true, hasBubble: true, changesAt: null }
	const lingersUntil = (state.leftAt ?? Number.NEGATIVE_INFINITY) + launcherTimes.lingersMs
	if (now < lingersUntil) return { isShown: true, hasBubble: true, changesAt: lingersUntil }
	return { isShown: true, ...scheduledBubble(state, now) }
}

function scheduledBubble({ since, hushedAt }: LauncherState, now: number): Omit<LauncherView, 'isShown'> {
	const first = since + launcherTimes.bubbleMs
	if (now < first) return { hasBubble: false, changesAt: first }
	const begins = now - ((now - first) % launcherTimes.bubbleEveryMs)
	const ends = begins + launcherTimes.bubbleStaysMs
	if (now < ends && hushedAt < begins) return { hasBubble: true, changesAt: ends }
	return { hasBubble: false, changesAt: begins + launcherTimes.bubbleEveryMs }
}
