import { type RegistrationInput, registrationSchema } from '../../../contracts/account.ts'
import { registerByEmail } from '../../backend/accounts.ts'
import { m } from '../../i18n/messages.ts'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { isEmailTaken } from './account-errors.ts'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'

type RegistrationFormProps = {
	name: string
	email: string
	onDone(): void
	/** The account has to be confirmed from the mailbox first. */
	onConfirm(email: string): void
	onEmailTaken(email: string): void
}

export function RegistrationForm({ name, email, onDone, onConfirm, onEmailTaken }: RegistrationFormProps) {
	return (
		<AccountForm<RegistrationInput>
			schema={registrationSchema}
			start={{ name, email, password: '' }}
			firstField={name ? (email ? 'password' : 'email') : 'name'}
			buttonLabel={m.account_register_button()}
			busyLabel={m.account_registering()}
			onSend={async (values) => {
				const outcome = await registerByEmail(values)
				outcome === 'signed in' ? onDone() : onConfirm(values.email)
			}}
			onError={(error, values) => {
				if (isEmailTaken(error)) onEmailTaken(values.email)
				return isEmailTaken(error)
			}}
		>
			{({ register, formState: { errors } }) => (
				<>
					<TextField
						{...register('name')}
						label={m.account_name()}
						autoComplete="given-name"
						autoCapitalize="words"
						error={errors.name?.message}
					/>
					<EmailField {...register('email')} autoComplete="email" error={errors.email?.message} />
					<PasswordField
						{...register('password')}
						label={m.account_password()}
						hint={m.account_password_hint()}
						autoComplete="new-password"
						enterKeyHint="go"
						error={errors.password?.message}
					/>
				</>
			)}
		</AccountForm>
	)
}
