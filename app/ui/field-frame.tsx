// What every field has in common: a visible label, a hint, an error beside it, and the wiring that lets a screen reader
// say all three.
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type FieldTexts = {
	label: string
	/** Helps before the mistake: the format, an example, why it is asked. */
	hint?: ReactNode
	/** What is wrong and what to do; announced when it appears. */
	error?: string | undefined
	/** The label is only for screen readers; for a field whose place already says what it is. */
	labelHidden?: boolean
}

type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** The attributes the control itself needs; `ownId` wins over a generated one. */
export function useFieldWiring({ hint, error }: FieldTexts, ownId?: string): Wiring {
	const generated = useId()
	const id = ownId ?? generated
	const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
	return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

type FieldFrameProps = FieldTexts & { id: string; className?: string | undefined; children: ReactNode }

export function FieldFrame({ id, label, hint, error, labelHidden, className, children }: FieldFrameProps) {
	return (
		<div className={classes('grid gap-1.5', className)}>
			<label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-semibold'}>
				{label}
			</label>
			{hint ? (
				<p id={`${id}-hint`} className="text-ink-soft text-sm">
					{hint}
				</p>
			) : null}
			{children}
			<div aria-live="polite">
				{error ? (
					<p id={`${id}-error`} className="flex items-start gap-2 font-semibold text-danger-text text-sm">
						<Icon name="warning" className="mt-0.5 size-5" />
						{error}
					</p>
				) : null}
			</div>
		</div>
	)
}

/** The look of anything people type into or choose from, for a control that frames itself. */
export const controlLook = 'control'
