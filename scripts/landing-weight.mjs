// How much JavaScript the landing page loads before anybody presses anything: the sum of the gzip sizes of all scripts
// its HTML names. `node scripts/landing-weight.mjs` prints it; over the budget the exit code is 1.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export const landingBudgetBytes = 120 * 1024

/** Every script of the page with its gzip size, inline ones as one entry. */
export async function landingWeight(buildFolder) {
	const html = await readFile(join(buildFolder, 'pages', 'es', 'landing.html'), 'utf8')
	const files = [...new Set([...html.matchAll(/(?<=")\/assets\/[^"]+\.js(?=")/g)].map(([path]) => path))]
	const scripts = await Promise.all(
		files.map(async (path) => ({ path, bytes: gzipSync(await readFile(join(buildFolder, 'client', path))).length })),
	)
	return { scripts, total: scripts.reduce((sum, { bytes }) => sum + bytes, 0) }
}

if (import.meta.main) {
	const { scripts, total } = await landingWeight(join(import.meta.dirname, '..', 'build'))
	for (const { path, bytes } of scripts) console.log(`${(bytes / 1024).toFixed(1).padStart(6)} KB  ${path}`)
	console.log(`${(total / 1024).toFixed(1).padStart(6)} KB  of ${landingBudgetBytes / 1024} KB`)
	process.exitCode = total > landingBudgetBytes ? 1 : 0
}
