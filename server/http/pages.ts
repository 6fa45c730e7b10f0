// The prerendered pages, each in both languages at one address, and the files they load. Everything else leads to the
// landing page: a real redirect, so that a mistyped address never shows an error. A section with a page of its own for
// what it does not have, as the guide, answers with that one and 404.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { publicUrlMark } from '../../contracts/guide-pages.ts'
import type { AppEnv } from '../app-env.ts'
import { StartFailure } from '../failure.ts'
import { pagePolicy } from './headers.ts'

const languages = ['es', 'en'] as const
type Language = (typeof languages)[number]
type Encoding = 'br' | 'gzip' | 'identity'

type Page = { policy: string; etag: string; body(encoding: Encoding): Promise<Buffer<ArrayBuffer>> }

export type Pages = {
	paths: ReadonlySet<string>
	read(path: string, language: Language): Promise<Page>
	/** The pages search engines may show. */
	findable: readonly string[]
	publicUrl: string
	clientFolder: string
}

/** Prepared pages kept in memory: the guide has hundreds, and most are read rarely. */
const mostKept = 150
/** Answers, with status 404, for every address of its folder that is no page. */
const notFoundPage = '404'

/** Finds what the build left; `buildFolder` holds `pages/<language>/<path>.html` and `client/`. */
export async function loadPages(buildFolder: string, publicUrl: string): Promise<Pages> {
	const folder = join(buildFolder, 'pages')
	const files = await readdir(join(folder, 'es'), { recursive: true }).catch(() => {
		throw new StartFailure('the pages are not built yet: run npm run build')
	})
	const paths = files
		.filter((name) => name.endsWith('.html'))
		.map((name) => `/${name.replaceAll('\\', '/').slice(0, -'.html'.length)}`)
	const findable = await readFile(join(folder, 'findable.json'), 'utf8').catch(() => '[]')
	const kept = new Map<string, Promise<Page>>()
	return {
		paths: new Set(paths),
		read(path, language) {
			const file = join(folder, language, `${path}.html`)
			const page = kept.get(file) ?? readPage(file, publicUrl)
			// The one asked for last stands last: the first is the one to let go.
			kept.delete(file)
			kept.set(file, page)
			page.catch(() => kept.delete(file))
			if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
			return page
		},
		findable: JSON.parse(findable),
		publicUrl,
		clientFolder: join(buildFolder, 'client'),
	}
}

export function pageRoutes(pages: Pages): Hono<AppEnv> {
	const { paths, clientFolder } = pages
	const routes = new Hono<AppEnv>()

	routes.on(['GET', 'HEAD'], '*', async (c, next) => {
		const { path } = c.req
		return paths.has(path) && !isNotFoundPage(path) ? sendPage(c, await pages.read(path, languageOf(c))) : next()
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
	routes.on(['GET', 'HEAD'], '*', async (c) => {
		const withoutSlash = c.req.path.replace(/\/+$/, '')
		if (paths.has(withoutSlash) && !isNotFoundPage(withoutSlash)) return c.redirect(withoutSlash, 302)
		const notFound = `${c.req.path.slice(0, c.req.path.indexOf('/', 1))}/${notFoundPage}`
		if (!paths.has(notFound)) return c.redirect('/landing', 302)
		return sendPage(c, await pages.read(notFound, languageOf(c)), 404)
	})
	routes.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }))

	return routes
}

function isNotFoundPage(path: string): boolean {
	return path.endsWith(`/${notFoundPage}`)
}

async function readPage(file: string, publicUrl: string): Promise<Page> {
	return preparePage((await readFile(file, 'utf8')).replaceAll(publicUrlMark, publicUrl))
}

async function sendPage(c: Context<AppEnv>, page: Page, status: 200 | 404 = 200): Promise<Response> {
	const encoding = encodingFor(c.req.header('accept-encoding') ?? '')
	const etag = `"${page.etag}-${encoding}"`
	c.header('Content-Security-Policy', page.policy)
	c.header('Vary', 'Cookie, Accept-Encoding')
	c.header('Cache-Control', 'private, no-cache')
	c.header('ETag', etag)
	if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304)
	c.header('Content-Type', 'text/html; charset=utf-8')
	if (encoding !== 'identity') c.header('Content-Encoding', encoding)
	return c.body(await page.body(encoding), status)
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
