import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

type ChooseWayProps = { onRegister?(): void; onSignIn?(): void }

/** The first step of signing in. Also what stands in the page before its program has arrived. */
export function ChooseWay({ onRegister, onSignIn }: ChooseWayProps) {
	return (
		<Page title={m.account_choose_title()} lead={m.account_choose_lead()} width="narrow">
			<Card className="grid gap-4">
				<Button size="large" onClick={onRegister}>
					{m.account_create_free()}
				</Button>
				<Button size="large" variant="secondary" onClick={onSignIn}>
					{m.account_sign_in()}
				</Button>
			</Card>
			<p className="text-ink-soft text-sm">{m.account_email_use()}</p>
		</Page>
	)
}
