// What crawlers ask for first: which pages there are, and what is not for them.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Pages } from './pages.ts'

/** The bases of the services hold nothing to index. */
const closed = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/realtime/v1/', '/functions/v1/']

export function searchEngineRoutes({ findable, publicUrl }: Pick<Pages, 'findable' | 'publicUrl'>): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	routes.get('/robots.txt', (c) => {
		const rules = closed.map((path) => `Disallow: ${path}`)
		c.header('Cache-Control', 'public, max-age=3600')
		return c.text(['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n'))
	})
	routes.get('/sitemap.xml', (c) => {
		const entries = findable.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`)
		c.header('Cache-Control', 'public, max-age=3600')
		c.header('Content-Type', 'application/xml; charset=utf-8')
		return c.body(
			`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
		)
	})
	return routes
}

function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
