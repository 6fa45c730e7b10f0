import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../server/testing/folder.ts'

const nobody = 65534

/** Writes down how it was called; `npm-says` in the folder decides how it ends. */
const fakeNpm = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
appendFileSync('calls', 'npm ' + process.argv[2] + '\\n')
const says = existsSync('npm-says') ? readFileSync('npm-says', 'utf8') : ''
if (says === 'killed') process.kill(process.pid, 'SIGKILL')
if (says === 'offline' || (says === 'EUSAGE' && process.argv[2] === 'ci')) {
	console.error('npm error code ' + says)
	process.exit(1)
}
mkdirSync('node_modules/node/bin', { recursive: true })
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node')
`
const fakeBuild = `
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
appendFileSync('calls', 'build\\n')
mkdirSync('build', { recursive: true })
if (existsSync('build-fails')) throw new Error('a page is broken')
`

/** A clone with our scripts, an npm and a build of its own. */
async function clone() {
	const folder = await testFolder()
	for (const name of ['prepare.mjs', 'freshness.mjs', 'run-quietly.mjs']) {
		cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
	}
	mkdirSync(join(folder, 'app'))
	write('scripts/build.mjs', fakeBuild)
	write('npm/npm-cli.js', fakeNpm)
	write('package.json', '{"type":"module"}')
	write('app/root.tsx', 'one')
	write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))

	function write(path: string, text: string) {
		mkdirSync(join(folder, path, '..'), { recursive: true })
		writeFileSync(join(folder, path), text)
	}
	return {
		folder,
		write,
		/** What ran, what was said, and how it ended. */
		prepare(args: string[] = [], user: { uid?: number; gid?: number } = {}) {
			rmSync(join(folder, 'calls'), { force: true })
			const env = { ...process.env, npm_execpath: join(folder, 'npm/npm-cli.js') }
			const options = { cwd: folder, env, encoding: 'utf8', ...user } as const
			const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', ...args], options)
			const calls = existsSync(join(folder, 'calls'))
				? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
				: []
			return { status, stdout, stderr, calls }
		},
	}
}

it('installs and builds a fresh clone, saying so, and does nothing the next time', async () => {
	const { prepare } = await clone()
	const first = prepare()
	expect(first).toMatchObject({ status: 0, stderr: '', calls: ['npm ci', 'build'] })
	expect(first.stdout).toMatch(/^Installing packages …\n.*, done\nBuilding the pages …\n.*, done\n$/)
	expect(prepare()).toEqual({ status: 0, stdout: '', stderr: '', calls: [] })
})

it('leaves the pages alone for a command that needs none, and builds them anew when asked', async () => {
	const { prepare } = await clone()
	expect(prepare(['--no-build']).calls).toEqual(['npm ci'])
	expect(prepare().calls).toEqual(['build'])
	expect(prepare(['--build']).calls).toEqual(['build'])
})

it.each([
	['a source', 'app/root.tsx', ['build']],
	['a new source', 'app/new.tsx', ['build']],
	['a test', 'app/root.test.tsx', []],
	['generated texts', 'app/i18n/generated/x.js', []],
	['the lock file', 'package-lock.json', ['npm ci', 'build']],
])('after a change of %s does only what that needs', async (_, path, calls) => {
	const { prepare, write } = await clone()
	prepare()
	write(path, '{"changed":true}')
	expect(prepare().calls).toEqual(calls)
})

it('does not install what was installed by hand', async () => {
	const { prepare, write, folder } = await clone()
	cpSync(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
	expect(prepare(['--no-build']).calls).toEqual([])
	write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }))
	expect(prepare(['--no-build']).calls).toEqual(['npm ci'])
})

it('takes the versions of a lock file that lacks other systems’ packages', async () => {
	const { prepare, write } = await clone()
	write('npm-says', 'EUSAGE')
	expect(prepare(['--no-build'])).toMatchObject({ status: 0, stderr: '', calls: ['npm ci', 'npm install'] })
})

it('shows what npm said when it fails, does not build, and tries again the next time', async () => {
	const { prepare, write, folder } = await clone()
	write('npm-says', 'offline')
	const failed = prepare()
	expect(failed).toMatchObject({ status: 1, calls: ['npm ci'] })
	expect(failed.stderr).toMatch(/npm error code offline\n\nInstalling packages failed/)
	rmSync(join(folder, 'npm-says'))
	expect(prepare().calls).toEqual(['npm ci', 'build'])
})

it('installs again after an installation that was killed', async () => {
	const { prepare, write, folder } = await clone()
	prepare()
	appendFileSync(join(folder, 'package-lock.json'), '\n')
	write('npm-says', 'killed')
	expect(prepare()).toMatchObject({ status: 130, calls: ['npm ci'] })
	rmSync(join(folder, 'npm-says'))
	expect(prepare().calls).toEqual(['npm ci', 'build'])
})

it('builds again after a build that failed', async () => {
	const { prepare, write, folder } = await clone()
	write('build-fails', '')
	const failed = prepare()
	expect(failed.status).toBe(1)
	expect(failed.stderr).toMatch(/a page is broken[\s\S]*Building the pages failed/)
	rmSync(join(folder, 'build-fails'))
	expect(prepare().calls).toEqual(['build'])
})

it.runIf(process.getuid?.() === 0)(
	'serves an ordinary user what root prepared, and says in one line what they cannot do',
	async (context) => {
		const user = { uid: nobody, gid: nobody }
		const canReachNode = spawnSync(process.execPath, ['--version'], user).status === 0
		if (!canReachNode) return context.skip('other users cannot reach Node here')
		const { prepare, write, folder } = await clone()
		const refused = prepare([], user)
		expect(refused).toMatchObject({ status: 1, calls: [] })
		expect(refused.stderr).toBe(
			`The packages have to be installed, but this user cannot write in ${folder}: run the command as the owner of that folder, or make a clone of your own.\n`,
		)
		prepare()
		expect(prepare([], user)).toEqual({ status: 0, stdout: '', stderr: '', calls: [] })
		write('app/root.tsx', 'two')
		expect(prepare([], user).stderr).toMatch(/^The pages have to be built, but .*\n$/)
	},
)
