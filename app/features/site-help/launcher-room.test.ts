import { describe, expect, it } from 'vitest'
import { isKeyboardOpen, overlap, type Viewport } from './launcher-room.ts'

const atRest: Viewport = { height: 740, greatestHeight: 740, visualHeight: 740, scale: 1, isWriting: true }

describe('an on-screen keyboard', () => {
	it('is seen by what it hides of the window', () => {
		expect(isKeyboardOpen({ ...atRest, visualHeight: 440 })).toBe(true)
	})

	it('is seen by how much it shrinks the window', () => {
		expect(isKeyboardOpen({ ...atRest, height: 440, visualHeight: 440 })).toBe(true)
	})

	it.each([
		['nothing is hidden', {}],
		['the address bar comes back', { height: 684, visualHeight: 684 }],
		['the page is magnified', { visualHeight: 370, scale: 2 }],
		['nobody writes: the phone was turned or the window made smaller', { height: 360, isWriting: false }],
	])('is not there when %s', (_, change) => {
		expect(isKeyboardOpen({ ...atRest, ...change })).toBe(false)
	})
})

describe('two boxes', () => {
	const box = { left: 10, top: 10, right: 20, bottom: 20 }

	it('overlap when they share room', () => {
		expect(overlap(box, { left: 19, top: 19, right: 30, bottom: 30 })).toBe(true)
		expect(overlap(box, { left: 0, top: 0, right: 90, bottom: 90 })).toBe(true)
	})

	it('do not when they only touch', () => {
		expect(overlap(box, { left: 20, top: 10, right: 30, bottom: 20 })).toBe(false)
		expect(overlap(box, { left: 10, top: 0, right: 20, bottom: 10 })).toBe(false)
	})
})
