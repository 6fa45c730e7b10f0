// The prerendered pages, each in both languages at one address, and the files they load. Everything else leads to the
// landing page: a real redirect, so that a mistyped address never shows an error.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../app-env.ts'
import { StartFailure } from '../failure.ts'
import { pagePolicy } from './headers.ts'

const languages = ['es', 'en'] as const
type Language = (typeof languages)[number]
type Encoding = 'br' | 'gzip' | 'identity'

type Page = { policy: string; etag: string; body(encoding: Encoding): Promise<Buffer<ArrayBuffer>> }
export type Pages = { byPath: Map<string, Record<Language, Page>>; clientFolder: string }

/** Reads what the build left; `buildFolder` holds `pages/<language>/<path>.html` and `client/`. */
export async function loadPages(buildFolder: string): Promise<Pages> {
	const byPath = new Map<string, Record<Language, Page>>()
	const folder = join(buildFolder, 'pages')
	const files = await readdir(join(folder, 'es'), { recursive: true }).catch(() => {
		throw new StartFailure('the pages are not built yet: run npm run build')
	})
	for (const file of files.filter((name) => name.endsWith('.html'))) {
		const [es, en] = await Promise.all(
			languages.map(async (language) => preparePage(await readFile(join(folder, language, file), 'utf8'))),
		)
		byPath.set(`/${file.replaceAll('\\', '/').slice(0, -'.html'.length)}`, { es, en } as Record<Language, Page>)
	}
	return { byPath, clientFolder: join(buildFolder, 'client') }
}

export function pageRoutes({ byPath, clientFolder }: Pages): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.on(['GET', 'HEAD'], '*', async (c, next) => {
		const page = byPath.get(c.req.path)?.[languageOf(c)]
		return page ? sendPage(c, page) : next()
	})
	routes.on(
		['GET', 'HEAD'],
		'*',
		serveStatic({
			root: clientFolder,
			precompressed: true,
			onFound: (path, c) => {
				const forEver = path.includes('/assets/')
				c.header('Cache-Control', forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
			},
		}),
	)
	routes.all('/assets/*', (c) => c.text('Not found', 404))
	routes.on(['GET', 'HEAD'], '*', (c) => {
		const withoutSlash = c.req.path.replace(/\/+$/, '')
		return c.redirect(byPath.has(withoutSlash) ? withoutSlash : '/landing', 302)
	})
	routes.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }))

	return routes
}

async function sendPage(c: Context<AppEnv>, page: Page): Promise<Response> {
	const encoding = encodingFor(c.req.header('accept-encoding') ?? '')
	const etag = `"${page.etag}-${encoding}"`
	c.header('Content-Security-Policy', page.policy)
	c.header('Vary', 'Cookie, Accept-Encoding')
	c.header('Cache-Control', 'private, no-cache')
	c.header('ETag', etag)
	if (c.req.header('if-none-match') === etag) return c.body(null, 304)
	c.header('Content-Type', 'text/html; charset=utf-8')
	if (encoding !== 'identity') c.header('Content-Encoding', encoding)
	return c.body(await page.body(encoding))
}

function preparePage(html: string): Page {
	const plain = Buffer.from(html)
	const inlineScripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
	const hashes = [...inlineScripts].map(([, text]) => sha256(text as string, 'base64'))
	const compressed = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>([['identity', Promise.resolve(plain)]])
	return {
		policy: pagePolicy([...new Set(hashes)]),
		etag: sha256(html, 'base64url').slice(0, 20),
		/** Compressed when somebody first asks, then kept. */
		body(encoding) {
			const made = compressed.get(encoding) ?? compress(plain, encoding)
			compressed.set(encoding, made)
			return made
		},
	}
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
	return encoding === 'br'
		? promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
		: promisify(gzip)(plain, { level: 9 })
}

function encodingFor(accepted: string): Encoding {
	if (/\bbr\b/.test(accepted)) return 'br'
	return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function languageOf(c: Context<AppEnv>): Language {
	return getCookie(c, 'preferred_language') === 'en' ? 'en' : 'es'
}

function sha256(text: string, encoding: 'base64' | 'base64url'): string {
	return createHash('sha256').update(text).digest(encoding)
}
