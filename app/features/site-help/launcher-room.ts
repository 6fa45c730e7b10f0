// Where the launcher has no business: over a control that stays in view, and beside an on-screen keyboard, where the
// room is for what is being written. Pure geometry in CSS pixels; the hook beside it reads the page.

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
export type Viewport = {
	/** Of the window, and the greatest it had at this width. */
	height: number
	greatestHeight: number
	/** Of what is to be seen, and how much it is magnified. */
	visualHeight: number
	scale: number
	isWriting: boolean
}

/** Less is a bar of the browser that comes and goes. */
const leastKeyboardPx = 120

/** Some browsers shrink the window for the keyboard, others only what is to be seen of it. */
export function isKeyboardOpen({ height, greatestHeight, visualHeight, scale, isWriting }: Viewport): boolean {
	const hidden = Math.max(greatestHeight - height, height - visualHeight * scale)
	return isWriting && hidden > leastKeyboardPx
}

export function overlap(one: Box, other: Box): boolean {
	return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
