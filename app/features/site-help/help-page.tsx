import { useRef } from 'react'
import { Link } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { HelpChat } from './help-chat.tsx'

/** The helper as a page of its own. */
export function HelpPage() {
	const field = useRef<HTMLTextAreaElement>(null)
	return (
		<>
			<div className="mx-auto w-full max-w-3xl px-2 pt-3 sm:px-4">
				<Link to="/landing" className="menu-link">
					<Icon name="chevron" className="size-5 rotate-90" />
					{m.site_help_back()}
				</Link>
			</div>
			<Page title={m.site_help_title()} lead={m.site_help_lead()} className="pt-2 sm:pt-3">
				<Card
					as="section"
					aria-label={m.site_help_title()}
					className="flex h-[500px] flex-col overflow-y-auto p-0 sm:p-0"
				>
					<HelpChat field={field} />
				</Card>
			</Page>
		</>
	)
}
