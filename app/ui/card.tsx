import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type CardProps = ComponentProps<'div'> & {
	/** What it is in the page's structure. Default `div`. */
	as?: 'div' | 'section' | 'article' | 'li' | 'aside'
}

/** A sheet of paper on the desk: one subject, one frame. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
	// The attributes of these elements are the same; only their names differ.
	const Sheet = Element as 'div'
	return <Sheet {...rest} className={classes('card', className)} />
}
