// `npm test`: every check the project has, one after the other, up to the first that fails. A name ("npm test -- unit")
// runs only the parts given.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { root } from './freshness.mjs'

const bin = (name, ...args) => [join(root, 'node_modules/.bin', name), ...args]
const node = (...args) => [process.execPath, ...args]

const parts = {
	types: () => [node('scripts/compile-messages.mjs'), bin('react-router', 'typegen'), bin('tsc', '-p', '.')],
	lint: () => [bin('biome', 'ci', '--error-on-warnings', '.')],
	build: () => [node('scripts/prepare.mjs')],
	unit: () => [bin('vitest', 'run')],
	browser: () => [bin('playwright', 'test')],
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) stop(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`)

for (const [name, commands] of Object.entries(parts)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue
	runPart(name, commands)
}

function runPart(name, commands) {
	const start = Date.now()
	console.log(`\n── ${name}`)
	const env = { ...process.env, ...(name === 'browser' ? { CHROMIUM_PATH: chromiumOrStop() } : {}) }
	for (const [program, ...args] of commands()) {
		const { status, error } = spawnSync(program, args, {
			cwd: root,
			env,
			stdio: 'inherit',
			shell: process.platform === 'win32',
		})
		if (status === 0) continue
		stop(`── ${name} failed after ${secondsSince(start)} s${error ? `: ${error.message}` : ''}`)
	}
	console.log(`── ${name} passed in ${secondsSince(start)} s`)
}

function chromiumOrStop() {
	try {
		return findChromium()
	} catch (error) {
		return stop(error.message)
	}
}

function secondsSince(start) {
	return ((Date.now() - start) / 1000).toFixed(1)
}

function stop(line) {
	console.error(line)
	process.exit(1)
}
