import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type MessageInput, type MessageProblem, messageSchema } from '../../../contracts/feedback.ts'
import { backendError } from '../../backend/errors.ts'
import { sendMessage } from '../../backend/messages.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { fieldResolver } from '../../ui/zod-field-resolver.ts'

type MessageFormProps = {
	/** What is known when the form appears or a moment later; never put over what somebody has written. */
	start: MessageInput
	onSent(): void
}

/** Four fields and a button. When sending fails everything stays as it was written. */
export function MessageForm({ start, onSent }: MessageFormProps) {
	const form = useForm<MessageInput>({ defaultValues: start, resolver: fieldResolver(messageSchema, problemText) })
	const { register, reset, formState } = form
	const { errors, isSubmitting } = formState
	useEffect(() => reset(start, { keepDirtyValues: true }), [reset, start])

	const send = form.handleSubmit(async (message) => {
		try {
			await sendMessage(message)
			onSent()
		} catch (cause) {
			const isTooMany = backendError(cause).status === 429
			toast.error(m.feedback_failed(), isTooMany ? m.backend_too_many_requests() : m.feedback_failed_text())
		}
	})

	return (
		<form noValidate onSubmit={send} className="grid gap-5">
			<TextField
				{...register('first_name')}
				label={m.feedback_first_name()}
				autoComplete="given-name"
				autoCapitalize="words"
				error={errors.first_name?.message}
			/>
			<TextField
				{...register('last_name')}
				label={m.feedback_last_name()}
				autoComplete="family-name"
				autoCapitalize="words"
				error={errors.last_name?.message}
			/>
			<TextField
				{...register('email')}
				label={m.feedback_email()}
				type="email"
				inputMode="email"
				autoComplete="email"
				autoCapitalize="none"
				spellCheck={false}
				error={errors.email?.message}
			/>
			<TextField
				{...register('message')}
				multiline
				rows={6}
				label={m.feedback_message()}
				hint={m.feedback_message_hint()}
				error={errors.message?.message}
			/>
			<Button type="submit" size="large" disabled={isSubmitting} busy={isSubmitting} busyLabel={m.feedback_sending()}>
				{m.feedback_send()}
			</Button>
		</form>
	)
}

const problems: Record<MessageProblem, () => string> = {
	first_name_short: m.feedback_first_name_short,
	last_name_short: m.feedback_last_name_short,
	name_long: m.feedback_name_long,
	email_invalid: m.feedback_email_invalid,
	message_short: m.feedback_message_short,
	message_long: m.feedback_message_long,
}

function problemText(problem: string): string {
	return problems[problem as MessageProblem]()
}
