import { type ComponentProps, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { FieldFrame, type FieldTexts, useFieldWiring } from './field-frame.tsx'

type SingleLine = FieldTexts & { multiline?: false } & ComponentProps<'input'>
type MultiLine = FieldTexts & { multiline: true } & ComponentProps<'textarea'>

/** A labelled input, or with `multiline` a labelled textarea. Other props and `ref` go to the control itself. */
export function TextField(props: SingleLine | MultiLine) {
	const wiring = useFieldWiring(props, props.id)
	return (
		<FieldFrame {...textsOf(props)} id={wiring.id} className={props.className}>
			{props.multiline ? (
				<textarea rows={4} {...controlPropsOf(props)} {...wiring} className="control resize-y" />
			) : (
				<input type="text" {...controlPropsOf(props)} {...wiring} className="control" />
			)}
		</FieldFrame>
	)
}

/** A password that can be looked at while it is typed: on a phone that prevents most failed sign-ins. */
export function PasswordField(props: FieldTexts & Omit<ComponentProps<'input'>, 'type'>) {
	const [isShown, setShown] = useState(false)
	const wiring = useFieldWiring(props, props.id)
	return (
		<FieldFrame {...textsOf(props)} id={wiring.id} className={props.className}>
			<div className="relative">
				<input
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
					{...controlPropsOf(props)}
					{...wiring}
					type={isShown ? 'text' : 'password'}
					className="control pr-28"
				/>
				<button
					type="button"
					aria-pressed={isShown}
					aria-controls={wiring.id}
					aria-label={m.ui_show_password()}
					onClick={() => setShown(!isShown)}
					className="absolute inset-y-0 right-0 min-w-24 cursor-pointer rounded-r-xl px-4 font-semibold text-brand"
				>
					<span aria-hidden="true">{isShown ? m.ui_hide() : m.ui_show()}</span>
				</button>
			</div>
		</FieldFrame>
	)
}

function textsOf({ label, hint, error, labelHidden }: FieldTexts): FieldTexts {
	return { label, hint, error, labelHidden }
}

function controlPropsOf<Props extends FieldTexts & { multiline?: boolean; className?: string }>(props: Props) {
	const { label, hint, error, labelHidden, multiline, className, ...control } = props
	return control
}
