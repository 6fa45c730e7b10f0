// `npm run build`: texts, bundles, pages. Prints nothing but what went wrong; whoever calls it says what is happening.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { messageCompiler } from './compile-messages.mjs'

const root = join(import.meta.dirname, '..')
process.chdir(root)
process.env.NODE_ENV = 'production'

await compile(messageCompiler)
bundle()
const { prerender } = await import('./prerender.mjs')
await prerender(join(root, 'build'))

function bundle() {
	const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'build'], { encoding: 'utf8' })
	if (status === 0) return
	process.stderr.write(stdout + stderr)
	process.exit(1)
}
