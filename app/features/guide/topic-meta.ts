import type { TopicPage } from '../../../contracts/guide-pages.ts'
import { productName } from '../../product.ts'
import { publicAddress } from '../frame/page-meta.ts'

/** About as much as search engines show. */
const descriptionCharacters = 160

/** What search engines learn about a topic; the guide is Spanish in every language of the interface. */
export function topicMeta(topic: TopicPage) {
	const path = topicPath(topic.id)
	const description = shorten(topic.answer)
	return {
		title: `${topic.title} · ${productName}`,
		description,
		path,
		data: {
			'@type': 'Article',
			headline: topic.title,
			description,
			inLanguage: 'es',
			url: publicAddress(path),
			isAccessibleForFree: true,
			articleSection: topic.area.title,
			publisher: { '@type': 'Organization', name: productName },
			citation: topic.sources.map(({ title, url }) => ({ '@type': 'CreativeWork', name: title, url })),
		},
	}
}

export function topicPath(id: string): string {
	return `/guia/${id}`
}

/** The beginning of a text, whole words only. */
export function shorten(text: string, most = descriptionCharacters): string {
	if (text.length <= most) return text
	return `${text.slice(0, text.lastIndexOf(' ', most - 1)).replace(/[,;:.]$/, '')}…`
}
