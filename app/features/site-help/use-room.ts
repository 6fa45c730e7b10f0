import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isKeyboardOpen, overlap } from './launcher-room.ts'

/** Marks what stays in view while the page moves and must be reachable there. */
const stays = '[data-stays-in-view]'
const fields = 'input, textarea, select, [contenteditable="true"]'

/**
 * Whether there is room for the launcher: neither a keyboard is open nor does it lie on a control that stays in view.
 * `shape` changes when what is shown of it does.
 */
export function useHasRoom(launcher: RefObject<HTMLElement | null>, shape: string): boolean {
	const [hasRoom, setHasRoom] = useState(true)
	const { pathname } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: another page has other controls, another shape another box
	useEffect(() => {
		let frame = 0
		let greatest = { width: innerWidth, height: innerHeight }
		const look = () => {
			frame = 0
			if (innerWidth !== greatest.width) greatest = { width: innerWidth, height: 0 }
			greatest.height = Math.max(greatest.height, innerHeight)
			setHasRoom(!isKeyboardThere(greatest.height) && !liesOnControl(launcher.current))
		}
		const soon = () => {
			frame ||= requestAnimationFrame(look)
		}
		const sizes = new ResizeObserver(soon)
		sizes.observe(document.body)
		const ears: [EventTarget | null, string][] = [
			[window, 'scroll'],
			[window, 'resize'],
			[window.visualViewport, 'resize'],
			[document, 'focusin'],
			[document, 'focusout'],
		]
		for (const [target, event] of ears) target?.addEventListener(event, soon, { passive: true })
		return () => {
			cancelAnimationFrame(frame)
			sizes.disconnect()
			for (const [target, event] of ears) target?.removeEventListener(event, soon)
		}
	}, [pathname, shape])
	return hasRoom
}

function isKeyboardThere(greatestHeight: number): boolean {
	const { height: visualHeight = innerHeight, scale = 1 } = window.visualViewport ?? {}
	const isWriting = document.activeElement?.matches(fields) ?? false
	return isKeyboardOpen({ height: innerHeight, greatestHeight, visualHeight, scale, isWriting })
}

function liesOnControl(launcher: HTMLElement | null): boolean {
	if (!launcher) return false
	const boxes = [launcher, ...launcher.querySelectorAll('*')].map((part) => part.getBoundingClientRect())
	return [...document.querySelectorAll(stays)].some((control) =>
		boxes.some((box) => overlap(box, control.getBoundingClientRect())),
	)
}
