import { Form } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

/** The name and the values that say in the address which form is open. */
export const modeParameter = 'modo'
export const modeValues = { register: 'crear', login: 'entrar' } as const

/**
 * The first step of signing in. It is also what stands in the page before its program has arrived, so its buttons send
 * a form: a press in that moment loads the page again with the right form instead of being lost.
 */
export function ChooseWay() {
	return (
		<Page title={m.account_choose_title()} lead={m.account_choose_lead()} width="narrow">
			<Card>
				<Form className="grid gap-4">
					<Button type="submit" name={modeParameter} value={modeValues.register} size="large">
						{m.account_create_free()}
					</Button>
					<Button type="submit" name={modeParameter} value={modeValues.login} size="large" variant="secondary">
						{m.account_sign_in()}
					</Button>
				</Form>
			</Card>
			<p className="text-ink-soft text-sm">{m.account_email_use()}</p>
		</Page>
	)
}
