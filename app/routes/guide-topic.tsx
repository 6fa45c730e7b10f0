import { guideBook } from 'virtual:guide-book'
import { data, isRouteErrorResponse } from 'react-router'
import { findable } from '../features/frame/page-meta.ts'
import { topicMeta } from '../features/guide/topic-meta.ts'
import { TopicNotFound } from '../features/guide/topic-not-found.tsx'
import { TopicPage } from '../features/guide/topic-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/guide-topic'
import type { RouteHandle } from './layout.tsx'

export const handle: RouteHandle = { worksWithoutScript: true }

export const meta: Route.MetaFunction = ({ loaderData }) =>
	loaderData
		? findable(topicMeta(loaderData))
		: [{ title: `${m.guide_not_found_title()} · ${productName}` }, { name: 'robots', content: 'noindex' }]

/** Runs where pages are built; a browser that comes from another page fetches what it gave. */
export function loader({ params: { slug } }: Route.LoaderArgs) {
	const topic = Object.hasOwn(guideBook.topics, slug) ? guideBook.topics[slug] : undefined
	if (!topic) throw data(null, { status: 404 })
	return { ...topic, counts: guideBook.index.counts }
}

export default function GuideTopic({ loaderData }: Route.ComponentProps) {
	return <TopicPage key={loaderData.id} topic={loaderData} counts={loaderData.counts} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isRouteErrorResponse(error) && error.status === 404) return <TopicNotFound />
	throw error
}
