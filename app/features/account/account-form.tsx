// The frame of the account forms: one column of fields, what went wrong as a whole, and the button. Whatever happens,
// what was typed stays.
import { type ReactNode, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { type BackendError, backendError } from '../../backend/errors.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { failureText, fieldError } from './account-errors.ts'
import { zodFieldResolver } from './zod-field-resolver.ts'

type AccountFormProps<Values extends FieldValues> = {
	schema: Parameters<typeof zodFieldResolver<Values>>[0]
	start: DefaultValues<Values>
	/** The field that gets the focus when the form appears. */
	firstField: Path<Values>
	buttonLabel: string
	busyLabel: string
	/** Does the work; what it throws is shown. */
	onSend(values: Values): Promise<void>
	/** True when the error has been dealt with elsewhere. */
	onError?(error: BackendError, values: Values): boolean
	children(form: UseFormReturn<Values>): ReactNode
}

export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
	const { schema, start, firstField, buttonLabel, busyLabel, onSend, onError, children } = props
	const form = useForm<Values>({ defaultValues: start, resolver: zodFieldResolver(schema) })
	const [failure, setFailure] = useState<string | null>(null)
	const { setFocus } = form
	useEffect(() => setFocus(firstField), [setFocus, firstField])

	const send = form.handleSubmit(async (values) => {
		setFailure(null)
		try {
			await onSend(values)
		} catch (cause) {
			const error = backendError(cause)
			if (onError?.(error, values)) return
			const wrong = fieldError(error)
			if (wrong) form.setError(wrong.field as Path<Values>, { message: wrong.text }, { shouldFocus: true })
			else setFailure(failureText(error))
		}
	})

	return (
		<form noValidate onSubmit={send} className="grid gap-5">
			{children(form)}
			<div role="alert" className="-mt-5">
				{failure ? (
					<Notice tone="danger" className="mt-5" title={m.account_failed()}>
						<p>{failure}</p>
					</Notice>
				) : null}
			</div>
			<Button type="submit" size="large" busy={form.formState.isSubmitting} busyLabel={busyLabel}>
				{buttonLabel}
			</Button>
		</form>
	)
}
