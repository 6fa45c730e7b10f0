import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type LighthouseMarkProps = Omit<ComponentProps<'svg'>, 'children' | 'viewBox'>

/** The mark of the product, small: a lighthouse shining both ways. */
export function LighthouseMark({ className, ...rest }: LighthouseMarkProps) {
	return (
		<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false" className={classes('shrink-0', className)} {...rest}>
			<path d="M20 13.5 2.5 7v13L20 13.5ZM28 13.5 45.5 7v13L28 13.5Z" className="fill-lamp" />
			<path d="M20.6 21h6.8l3 23H17.6l3-23Z" className="fill-heading" />
			<path d="m19.9 27 8.2-.1.7 5.6h-9.6l.7-5.5ZM18.5 38h11l.6 4.4H17.9l.6-4.4Z" className="fill-surface" />
			<path
				d="M18 17.6h12a1.5 1.5 0 0 1 0 3.2H18a1.5 1.5 0 0 1 0-3.2ZM24 4l6.4 6.2H17.6L24 4Z"
				className="fill-heading"
			/>
			<path d="M20.4 10.2h7.2v7.4h-7.2z" className="fill-lamp stroke-heading" strokeWidth="1.6" />
			<path d="M11 45h26" className="stroke-heading" strokeWidth="2.4" strokeLinecap="round" />
		</svg>
	)
}
