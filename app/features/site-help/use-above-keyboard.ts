import { type RefObject, useEffect } from 'react'

/** Where a keyboard hides the lower part of the window, a drawer at its edge moves up and fits what is left. */
export function useAboveKeyboard(drawer: RefObject<HTMLElement | null>, isDrawer: boolean): void {
	useEffect(() => {
		const viewport = window.visualViewport
		const style = drawer.current?.style
		if (!viewport || !style || !isDrawer) return
		const place = () => {
			const hidden = innerHeight - viewport.height - viewport.offsetTop
			const isCovered = viewport.scale === 1 && hidden > 1
			style.setProperty('bottom', isCovered ? `${hidden}px` : '')
			style.setProperty('max-height', isCovered ? `${viewport.height}px` : '')
		}
		place()
		viewport.addEventListener('resize', place)
		viewport.addEventListener('scroll', place)
		return () => {
			viewport.removeEventListener('resize', place)
			viewport.removeEventListener('scroll', place)
			style.removeProperty('bottom')
			style.removeProperty('max-height')
		}
	}, [drawer, isDrawer])
}
