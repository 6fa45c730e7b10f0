import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** An address below the guide that is no topic, or no longer one. */
export function TopicNotFound() {
	return (
		<Page title={m.guide_not_found_title()} lead={m.guide_not_found_text()}>
			<ButtonLink to="/guia" className="justify-self-start">
				{m.guide_see_all()}
			</ButtonLink>
		</Page>
	)
}
