import { m } from '../../i18n/messages.ts'
import { ButtonLink, type ButtonVariant } from '../../ui/button.tsx'
import { useStoredSession } from '../frame/use-stored-session.ts'

/** The call to action: the chat for somebody who is signed in, the way to an account for everybody else. */
export function StartButton({ variant }: { variant: ButtonVariant }) {
	const session = useStoredSession()
	return (
		<ButtonLink to={session ? '/chat' : '/login'} variant={variant} size="large">
			{session ? m.landing_go_to_chat() : m.landing_create_account()}
		</ButtonLink>
	)
}
