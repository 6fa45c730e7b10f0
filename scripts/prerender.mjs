// After `react-router build`: renders every page once per language into build/pages/<language>/<path>.html, and puts
// compressed copies beside the files the pages load. The pages themselves the server compresses when first asked for,
// because it may fill in what differs from one installation to the next.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createRequestHandler } from 'react-router'

const languages = ['es', 'en']
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/** Renders all pages of the build in `buildFolder`; answers their paths. */
export async function prerender(buildFolder) {
	const build = await import(pathToFileURL(join(buildFolder, 'server', 'index.js')).href)
	const handle = createRequestHandler(build, 'production')
	const paths = staticPaths(build.routes)
	for (const language of languages) {
		for (const path of paths) await writePage(handle, path, language, join(buildFolder, 'pages', language))
	}
	await compressFolder(join(buildFolder, 'client'))
	return paths
}

/** The addresses without parameters; those that only send people on have no page of their own. */
function staticPaths(routes) {
	return Object.values(routes)
		.filter(({ path }) => path && !/[:*]/.test(path))
		.map((route) => addressOf(route, routes))
		.sort()
}

function addressOf({ path, parentId }, routes) {
	const parent = parentId ? routes[parentId] : undefined
	return parent ? [addressOf(parent, routes), path].filter(Boolean).join('/') : (path ?? '')
}

async function writePage(handle, path, language, folder) {
	const request = new Request(`http://localhost/${path}`, { headers: { cookie: `preferred_language=${language}` } })
	const response = await handle(request)
	const html = await response.text()
	if (response.status !== 200)
		throw new Error(`/${path} (${language}) answers ${response.status} while it is prerendered`)
	const file = join(folder, `${path}.html`)
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, html)
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
