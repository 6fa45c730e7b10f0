import { type SignInInput, signInSchema } from '../../../contracts/account.ts'
import { signInByEmail } from '../../backend/accounts.ts'
import { m } from '../../i18n/messages.ts'
import { PasswordField } from '../../ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'

type SignInFormProps = { email: string; onDone(): void }

export function SignInForm({ email, onDone }: SignInFormProps) {
	return (
		<AccountForm<SignInInput>
			schema={signInSchema}
			start={{ email, password: '' }}
			firstField={email ? 'password' : 'email'}
			buttonLabel={m.account_sign_in()}
			busyLabel={m.account_signing_in()}
			onSend={async (values) => {
				await signInByEmail(values)
				onDone()
			}}
		>
			{({ register, formState: { errors } }) => (
				<>
					<EmailField {...register('email')} error={errors.email?.message} />
					<PasswordField
						{...register('password')}
						label={m.account_password()}
						autoComplete="current-password"
						enterKeyHint="go"
						error={errors.password?.message}
					/>
				</>
			)}
		</AccountForm>
	)
}
