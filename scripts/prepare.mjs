// Brings a clone up to date before a command runs: installs the packages and builds the pages when they are missing,
// changed or left half done; otherwise it says nothing and takes no time. Needs no package and any Node from 20 on,
// because on a fresh clone it runs before the pinned Node exists. `--no-build`: only the packages. `--build`: builds anew.
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildStamp, installedStamp, isBuilt, isInstalled, lockHash, root, sourcesHash } from './freshness.mjs'
import { runQuietly } from './run-quietly.mjs'

const packages = join(root, 'node_modules')
const pinnedNode = join(packages, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

if (!isInstalled()) await install()
if (needsBuild()) await build()

async function install() {
	requireWritable(packages, 'The packages have to be installed')
	rmSync(installedStamp, { force: true })
	// Below "error" npm warns about things that only concern whoever chose the packages.
	const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
	const flags = ['--include=dev', '--include=optional', '--ignore-scripts=false', ...quiet]
	// `npm ci` insists on a lock file that lists the packages of every other system too, which one written behind a
	// partial mirror does not; `npm install` then takes the versions the lock lists and leaves the file alone.
	const tolerant = { command: npm(['install', '--no-save', ...flags]), onlyAfter: /EUSAGE/ }
	await runOrExit('Installing packages', [{ command: npm(['ci', ...flags]) }, tolerant])
	requirePinnedNode()
	writeFileSync(installedStamp, lockHash())
}

function needsBuild() {
	if (process.argv.includes('--no-build')) return false
	return process.argv.includes('--build') || !isBuilt()
}

async function build() {
	const folder = dirname(buildStamp)
	requireWritable(folder, 'The pages have to be built')
	rmSync(buildStamp, { force: true })
	// Vite clears its own folders; a page whose route is gone must go too.
	rmSync(join(folder, 'pages'), { recursive: true, force: true })
	const sources = sourcesHash()
	await runOrExit('Building the pages', [{ command: [pinnedNode, join(root, 'scripts/build.mjs')] }])
	writeFileSync(buildStamp, sources)
}

/** The commands are alternatives: see `runQuietly`. */
async function runOrExit(title, commands) {
	const { code, output } = await runQuietly(title, commands, root)
	if (code === 0) return
	if (code === undefined) process.exit(130)
	console.error(`\n${output}\n\n${title} failed; what it said stands above. The next start tries again.`)
	process.exit(1)
}

/** The npm that runs this script, else the one in PATH. */
function npm(args) {
	const own = process.env.npm_execpath ?? ''
	if (/npm-cli\.c?js$/.test(own)) return [process.execPath, own, ...args]
	return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args]
}

function requireWritable(path, reason) {
	const folder = existsSync(path) ? path : dirname(path)
	try {
		accessSync(folder, constants.W_OK)
		accessSync(root, constants.W_OK)
	} catch {
		stop(
			`${reason}, but this user cannot write in ${root}: run the command as the owner of that folder, or make a clone of your own.`,
		)
	}
}

function requirePinnedNode() {
	if (!existsSync(pinnedNode))
		stop(
			'The pinned Node was not installed: allow npm to run the scripts of packages ("npm config delete ignore-scripts") and try again.',
		)
}

function stop(line) {
	console.error(line)
	process.exit(1)
}
