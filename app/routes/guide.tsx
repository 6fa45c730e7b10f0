import { guideBook } from 'virtual:guide-book'
import { findable } from '../features/frame/page-meta.ts'
import { GuidePage } from '../features/guide/guide-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/guide'
import type { RouteHandle } from './layout.tsx'

export const handle: RouteHandle = { worksWithoutScript: true }

export const meta: Route.MetaFunction = () =>
	findable({ title: `${m.guide_title()} · ${productName}`, description: m.guide_description(), path: '/guia' })

/** Runs where pages are built; a browser that comes from another page fetches what it gave. */
export const loader = () => guideBook.index

export default function Guide({ loaderData }: Route.ComponentProps) {
	return <GuidePage guide={loaderData} />
}
