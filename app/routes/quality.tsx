import { guideBook } from 'virtual:guide-book'
import { findable } from '../features/frame/page-meta.ts'
import { QualityPage } from '../features/guide/quality-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/quality'
import type { RouteHandle } from './layout.tsx'

export const handle: RouteHandle = { worksWithoutScript: true }

export const meta: Route.MetaFunction = () =>
	findable({ title: `${m.quality_title()} · ${productName}`, description: m.quality_lead(), path: '/calidad' })

/** Runs where pages are built; a browser that comes from another page fetches what it gave. */
export const loader = () => ({ quality: guideBook.quality, counts: guideBook.index.counts })

export default function QualityRoute({ loaderData }: Route.ComponentProps) {
	return <QualityPage {...loaderData} />
}
