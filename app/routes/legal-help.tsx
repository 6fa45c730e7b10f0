import { helpBook } from 'virtual:help-book'
import { findable } from '../features/frame/page-meta.ts'
import { LegalHelpPage } from '../features/legal-help/legal-help-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/legal-help'
import type { RouteHandle } from './layout.tsx'

export const handle: RouteHandle = { worksWithoutScript: true }

export const meta: Route.MetaFunction = () =>
	findable({
		title: `${m.legal_help_title()} · ${productName}`,
		description: m.legal_help_description(),
		path: '/ayuda-legal',
	})

/** Runs where pages are built; a browser that comes from another page fetches what it gave. */
export const loader = () => helpBook

export default function LegalHelp({ loaderData }: Route.ComponentProps) {
	return <LegalHelpPage book={loaderData} />
}
