// After `react-router build`: renders every page once per language into build/pages/<language>/<path>.html, and puts
// compressed copies beside the files the pages load. The pages themselves the server compresses when first asked for,
// because it may fill in what differs from one installation to the next. What a page was made from lies beside the
// bundles as <path>.data, for a browser that comes from another page.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createRequestHandler } from 'react-router'

const languages = ['es', 'en']
const compressible = /\.(js|css|svg|json|txt|webmanifest|data)$/

/** Renders all pages of the build in `buildFolder`; answers their paths. */
export async function prerender(buildFolder) {
	const build = await import(pathToFileURL(join(buildFolder, 'server', 'index.js')).href)
	const render = createRequestHandler(build, 'production')
	const paths = [...pagesOf(build.routes), ...(await topicPaths(render))]
	const client = join(buildFolder, 'client')
	const findable = []
	for (const language of languages) {
		const folder = join(buildFolder, 'pages', language)
		for (const path of paths) {
			const html = await renderText(render, path, language, 200)
			await write(join(folder, `${path}.html`), html)
			if (language === 'es' && html.includes('rel="canonical"')) findable.push(`/${path}`)
		}
		// An address that no topic has; the file of this name answers for all of them.
		await write(join(folder, 'guia', '404.html'), await renderText(render, 'guia/404', language, 404))
	}
	for (const path of paths.filter((path) => hasData(build.routes, path)))
		await write(join(client, `${path}.data`), await renderText(render, `${path}.data`, 'es', 200))
	for (const path of filesOf(build.routes)) await write(join(client, path), await renderText(render, path, 'es', 200))
	await write(join(buildFolder, 'pages', 'findable.json'), JSON.stringify(findable))
	await compressFolder(client)
	return paths
}

/** The addresses without parameters; those that only send people on have no page of their own. */
function staticPaths(routes) {
	return Object.values(routes)
		.filter(({ path }) => path && !/[:*]/.test(path))
		.map((route) => ({ route, path: addressOf(route, routes) }))
		.sort((one, other) => (one.path < other.path ? -1 : 1))
}

function pagesOf(routes) {
	return staticPaths(routes)
		.filter(({ route }) => route.module.default)
		.map(({ path }) => path)
}

/** Routes that show nothing give a file. */
function filesOf(routes) {
	return staticPaths(routes)
		.filter(({ route }) => !route.module.default)
		.map(({ path }) => path)
}

/** Those that stand in the bundle: a file that came into being since is the next build's. */
async function topicPaths(render) {
	const topics = JSON.parse(await renderText(render, 'guia/busqueda.json', 'es', 200))
	return topics.map(({ id }) => `guia/${id}`)
}

/** Topics have data like the page that lists them. */
function hasData(routes, path) {
	return staticPaths(routes).find((one) => one.path === path)?.route.module.loader ?? path.startsWith('guia/')
}

function addressOf({ path, parentId }, routes) {
	const parent = parentId ? routes[parentId] : undefined
	return parent ? [addressOf(parent, routes), path].filter(Boolean).join('/') : (path ?? '')
}

async function renderText(render, path, language, status) {
	const request = new Request(`http://localhost/${path}`, { headers: { cookie: `preferred_language=${language}` } })
	const response = await render(request)
	if (response.status !== status)
		throw new Error(`/${path} (${language}) answers ${response.status} while it is prerendered`)
	return response.text()
}

async function write(file, text) {
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, text)
}

async function compressFolder(folder) {
	const files = await readdir(folder, { recursive: true })
	await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(folder, file))))
}

async function compressFile(file) {
	const plain = await readFile(file)
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
		promisify(gzip)(plain, { level: 9 }),
	])
	await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

if (import.meta.main) {
	const paths = await prerender(join(import.meta.dirname, '..', 'build'))
	console.log(`${paths.length} pages in ${languages.length} languages: ${paths.map((path) => `/${path}`).join(' ')}`)
}
