import { classes } from './classes.ts'

type SpinnerProps = {
	/** Said to screen readers and shown beside the circle; leave it out when a text next to it says the same. */
	label?: string
	className?: string
}

/** Something is on its way. With reduced motion the circle stands still and the words say it. */
export function Spinner({ label, className }: SpinnerProps) {
	const circle = (
		<svg
			viewBox="0 0 24 24"
			aria-hidden="true"
			className={classes('icon stroke-3 animate-spin motion-reduce:animate-none', className)}
		>
			<circle cx="12" cy="12" r="9" opacity="0.25" />
			<path d="M21 12a9 9 0 0 0-9-9" />
		</svg>
	)
	if (!label) return circle
	return (
		<p role="status" className="inline-flex items-center gap-3">
			{circle}
			{label}
		</p>
	)
}
