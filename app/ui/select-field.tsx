import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts, useFieldWiring } from './field-frame.tsx'
import { Icon } from './icon.tsx'

type SelectFieldProps = FieldTexts & ComponentProps<'select'>

/** The platform's own list of choices; `children` are its options. */
export function SelectField({ label, hint, error, labelHidden, className, children, ...control }: SelectFieldProps) {
	const wiring = useFieldWiring({ label, hint, error }, control.id)
	return (
		<FieldFrame {...{ label, hint, error, labelHidden, className }} id={wiring.id}>
			<div className="relative">
				<select {...control} {...wiring} className="control appearance-none pr-12">
					{children}
				</select>
				<Icon name="chevron" className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2" />
			</div>
		</FieldFrame>
	)
}
