import type { ComponentProps } from 'react'

/** Text for screen readers where the eye already has the same from somewhere else. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
	return <span {...props} className="sr-only" />
}
