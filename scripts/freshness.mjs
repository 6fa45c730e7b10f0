// Tells whether what was installed and built still fits the sources, by hashes of contents: times of files mean nothing
// after a clone or a change of branch.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const installedStamp = join(root, 'node_modules/.faro-installed')
export const buildStamp = join(root, 'build/.faro-built')

/** Everything the built pages depend on. */
const buildSources = [
	'app',
	'contracts',
	'public',
	'content/guide',
	'content/areas.yaml',
	'content/help',
	'content/gates/forms.yaml',
	'docs/quality.json',
	'project.inlang/settings.json',
	'vite.config.ts',
	'react-router.config.ts',
	'tsconfig.json',
	'package-lock.json',
	'scripts/build.mjs',
	'scripts/compile-messages.mjs',
	'scripts/guide-book.ts',
	'scripts/help-book.ts',
	'server/assistant/guide/load-guide.ts',
	'server/assistant/guide/parse-topic.ts',
	'server/legal-help/load-help.ts',
	'scripts/prerender.mjs',
]
const notSources = /(^|\/)(generated$|\.|README)|\.test\.tsx?$/

export function isInstalled() {
	return read(installedStamp) === lockHash() || isInstalledByHand()
}

/** The packages differ between systems, so a folder carried to another one is installed again. */
export function lockHash() {
	return hash([process.platform, process.arch, read(join(root, 'package-lock.json'))])
}

export function isBuilt() {
	return read(buildStamp) === sourcesHash()
}

export function sourcesHash() {
	const files = buildSources.flatMap((path) => filesBelow(path))
	return hash(files.flatMap((path) => [path, readFileSync(join(root, path))]))
}

/** After `npm install`: npm lists what it installed, and writes that list last. */
function isInstalledByHand() {
	const installed = packagesOf('node_modules/.package-lock.json')
	const wanted = packagesOf('package-lock.json')
	if (!installed || !wanted) return false
	return Object.entries(wanted).every(([path, { version, optional, link }]) => {
		const found = installed[path]
		return path === '' || link || (found ? found.version === version : optional)
	})
}

function packagesOf(path) {
	try {
		return JSON.parse(read(join(root, path))).packages
	} catch {
		return undefined
	}
}

function filesBelow(path) {
	const absolute = join(root, path)
	if (!existsSync(absolute)) return []
	if (!statSync(absolute).isDirectory()) return [path]
	const names = readdirSync(absolute).filter((name) => !notSources.test(name))
	return names.sort().flatMap((name) => filesBelow(`${path}/${name}`))
}

function hash(parts) {
	const sum = createHash('sha256')
	for (const part of parts) sum.update(part).update('\0')
	return sum.digest('hex')
}

function read(path) {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}
