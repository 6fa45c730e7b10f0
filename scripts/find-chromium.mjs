// The browser for the browser tests: CHROMIUM_PATH, else one in PATH, else, as root on Debian and its relatives, a fresh
// installation. Playwright's own download is not used: one browser that the system keeps up to date is enough.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** No calls home, and no sandbox: the tests open only our own pages, often as root in a container. */
export const chromiumFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

/** The program's path; throws with a sentence that says what to install. */
export function findChromium() {
	const chosen = process.env.CHROMIUM_PATH
	if (chosen && !isProgram(chosen)) throw new Error(`CHROMIUM_PATH: there is no program at ${chosen}.`)
	const found =
		chosen || inPath() || (isProgram(macPath) ? macPath : undefined) || (installOnDebian() ? inPath() : undefined)
	if (found) return found
	throw new Error(
		'The browser tests need Chromium: install it ("apt-get install chromium", "brew install --cask google-chrome" …), or set CHROMIUM_PATH.',
	)
}

function inPath() {
	const folders = (process.env.PATH ?? '').split(delimiter)
	return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function installOnDebian() {
	if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
	console.log('Installing Chromium for the browser tests …')
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	return ['apt-get update -qq', 'apt-get install -y -qq chromium'].every((command) => {
		const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
		if (status !== 0) console.error(`${command} failed:\n${stdout}${stderr}`)
		return status === 0
	})
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
