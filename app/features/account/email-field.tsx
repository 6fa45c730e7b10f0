import type { ComponentProps } from 'react'
import { m } from '../../i18n/messages.ts'
import { TextField } from '../../ui/text-field.tsx'

/** An e-mail that phones offer to fill in and do not correct. */
export function EmailField(props: Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined }) {
	return (
		<TextField
			label={m.account_email()}
			placeholder={m.account_email_placeholder()}
			type="email"
			inputMode="email"
			autoComplete="username"
			autoCapitalize="none"
			spellCheck={false}
			{...props}
		/>
	)
}
