import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import drawingsUrl from './drawings.svg?url'

/** The part of the paper each drawing fills. */
const viewBoxes = {
	scene: '0 0 520 420',
	path: '6 10 108 80',
	letter: '14 20 92 62',
	family: '6 8 108 80',
	form: '24 6 86 84',
	question: '8 6 104 88',
} as const

type DrawingProps = Omit<ComponentProps<'svg'>, 'children' | 'viewBox' | 'name'> & { name: keyof typeof viewBoxes }

/**
 * A picture out of drawings.svg, a file of its own that the browser keeps: as markup it would be paid for twice, in the
 * page and in its script. It decorates; the words beside it say everything. `className` gives the height.
 */
export function Drawing({ name, className, ...rest }: DrawingProps) {
	return (
		<svg
			viewBox={viewBoxes[name]}
			aria-hidden="true"
			focusable="false"
			className={classes('drawing', className)}
			{...rest}
		>
			<use href={`${drawingsUrl}#${name}`} />
		</svg>
	)
}
