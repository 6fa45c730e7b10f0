import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'speak' | 'lamp'
type Look = {
	/** primary: the one thing to do here; secondary: another way; quiet: everything else; lamp: the invitation on a deep-blue ground. Default primary. */
	variant?: ButtonVariant
	size?: 'regular' | 'large'
}

type ButtonProps = ComponentProps<'button'> &
	Look & {
		/** While true a second press does nothing and the button keeps its focus. */
		busy?: boolean
		/** Shown while busy; default is the button's own text. */
		busyLabel?: string
	}

/** A button of type `button` unless said otherwise, so that none sends a form by accident. */
export function Button({
	variant,
	size,
	busy = false,
	busyLabel,
	disabled,
	onClick,
	children,
	className,
	type = 'button',
	...rest
}: ButtonProps) {
	return (
		<button
			{...rest}
			type={busy ? 'button' : type}
			disabled={disabled}
			aria-disabled={busy || undefined}
			aria-busy={busy || undefined}
			onClick={busy ? undefined : onClick}
			className={classes(lookOf({ variant, size }), className)}
		>
			{busy ? <Spinner /> : null}
			{busy && busyLabel ? busyLabel : children}
		</button>
	)
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
	return <Link {...rest} className={classes(lookOf({ variant, size }), className)} />
}

/** The looks stand in app.css, in a layer that utilities in `className` win over. */
function lookOf({ variant = 'primary', size = 'regular' }: Look): string {
	return classes('button', `button-${variant}`, size === 'large' && 'button-large')
}
