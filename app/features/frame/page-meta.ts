import type { MetaDescriptor } from 'react-router'
import { publicUrlMark } from '../../../contracts/guide-pages.ts'
import { productName } from '../../product.ts'

type FoundPage = {
	title: string
	description: string
	/** The page's path, with its leading slash. */
	path: string
	/** What the page is, for search engines: an object of schema.org without its context. */
	data?: Record<string, unknown>
}

/** What search engines and shared links show of a page. Whatever has a canonical address stands in the sitemap. */
export function findable({ title, description, path, data }: FoundPage): MetaDescriptor[] {
	return [
		{ title },
		{ name: 'description', content: description },
		{ tagName: 'link', rel: 'canonical', href: publicAddress(path) },
		{ property: 'og:title', content: title },
		{ property: 'og:description', content: description },
		{ property: 'og:type', content: data ? 'article' : 'website' },
		{ property: 'og:site_name', content: productName },
		...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data } }] : []),
	]
}

/** The whole address of a path. A built page does not know it yet: the server fills it in. */
export function publicAddress(path: string): string {
	return `${typeof window === 'undefined' ? publicUrlMark : location.origin}${path}`
}
