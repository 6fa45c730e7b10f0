import { HelpPage } from '../features/site-help/help-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/website-help'
import type { RouteHandle } from './layout.tsx'

/** The helper stands in the page itself; a second one beside it would only confuse. */
export const handle: RouteHandle = { hasHelper: true }

export const meta: Route.MetaFunction = () => [
	{ title: `${m.site_help_title()} · ${productName}` },
	{ name: 'description', content: m.site_help_lead() },
]

export default function WebsiteHelp() {
	return <HelpPage />
}
