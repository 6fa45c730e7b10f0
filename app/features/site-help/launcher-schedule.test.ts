import { describe, expect, it } from 'vitest'
import {
	type LauncherEvent,
	type LauncherState,
	launcherAfter,
	launcherSince,
	launcherTimes,
	viewLauncher,
} from './launcher-schedule.ts'

const start = 5_000

/** A page whose clock stands until it is moved on. */
function page() {
	let now = start
	let state: LauncherState = launcherSince(start)
	return {
		at(seconds: number) {
			now = start + seconds * 1_000
			return viewLauncher(state, now)
		},
		happens(event: LauncherEvent) {
			state = launcherAfter(state, event, now)
			return viewLauncher(state, now)
		},
	}
}

/** The seconds at which the bubble comes and goes when only the view's own changes are followed. */
function changesWithin(seconds: number, state = launcherSince(start)) {
	const changes: [number, boolean][] = []
	let view = viewLauncher(state, start)
	while (view.changesAt !== null && view.changesAt <= start + seconds * 1_000) {
		const now = view.changesAt
		const next = viewLauncher(state, now)
		if (next.hasBubble !== view.hasBubble) changes.push([(now - start) / 1_000, next.hasBubble])
		view = next
	}
	return changes
}

describe('the help launcher', () => {
	it('keeps the times of the specification', () => {
		expect(Object.values(launcherTimes)).toEqual([1_000, 3_000, 6_000, 15_000, 1_000])
	})

	it('appears after a second, without its bubble', () => {
		const { at } = page()
		expect(at(0.999).isShown).toBe(false)
		expect(at(1)).toEqual({ isShown: true, hasBubble: false, changesAt: start + 3_000 })
	})

	it('shows its bubble at three seconds for six, and again every fifteen', () => {
		expect(changesWithin(40)).toEqual([
			[3, true],
			[9, false],
			[18, true],
			[24, false],
			[33, true],
			[39, false],
		])
	})

	it('shows no bubble while the panel is open, however long', () => {
		const { at, happens } = page()
		at(2)
		expect(happens('pressed')).toEqual({ isShown: true, hasBubble: false, changesAt: null })
		for (const seconds of [3, 18, 33, 3_000]) expect(at(seconds).hasBubble).toBe(false)
	})

	it('hides its bubble when it is pressed, and shows the next one only when its time comes', () => {
		const { at, happens } = page()
		expect(at(4).hasBubble).toBe(true)
		expect(happens('pressed').hasBubble).toBe(false)
		at(5)
		expect(happens('pressed')).toEqual({ isShown: true, hasBubble: false, changesAt: start + 18_000 })
		expect(at(18).hasBubble).toBe(true)
	})

	it('shows its bubble under the pointer and for a second after it has left', () => {
		const { at, happens } = page()
		at(1.5)
		expect(happens('pointer entered')).toEqual({ isShown: true, hasBubble: true, changesAt: null })
		at(2)
		expect(happens('pointer left')).toEqual({ isShown: true, hasBubble: true, changesAt: start + 3_000 })
		expect(at(2.999).hasBubble).toBe(true)
		expect(at(3).hasBubble).toBe(true)
		expect(at(9).hasBubble).toBe(false)
	})

	it('hides a scheduled bubble too, a second after the pointer has left', () => {
		const { at, happens } = page()
		at(4)
		happens('pointer entered')
		at(5)
		happens('pointer left')
		expect(at(5.9).hasBubble).toBe(true)
		expect(at(6).hasBubble).toBe(false)
		expect(at(18).hasBubble).toBe(true)
	})

	it('shows no bubble to a pointer that rests where it has just pressed', () => {
		const { at, happens } = page()
		at(2)
		happens('pointer entered')
		happens('pressed')
		expect(happens('pressed').hasBubble).toBe(false)
		expect(happens('pointer left').hasBubble).toBe(false)
	})

	it('lets its bubble be sent away until the next one', () => {
		const { at, happens } = page()
		at(3.5)
		expect(happens('dismissed').hasBubble).toBe(false)
		expect(at(17.9).hasBubble).toBe(false)
		expect(at(18).hasBubble).toBe(true)
	})

	it('never asks for a change in the past', () => {
		const { at } = page()
		for (let seconds = 0; seconds < 60; seconds += 0.25)
			expect(at(seconds).changesAt).toBeGreaterThan(start + seconds * 1_000)
	})
})
