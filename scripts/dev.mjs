// `npm run dev`: the app with hot reloading on PORT, and behind it the real server on the next port, started anew
// whenever its sources change. The browser sees one origin, as in production.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './freshness.mjs'

const port = Number(process.env.PORT || 3000)
const serverPort = port + 1
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`
const served = [
	'/auth/v1',
	'/rest/v1',
	'/storage/v1',
	'/realtime/v1',
	'/functions/v1',
	'/config.json',
	'/healthz',
	'/readyz',
	'/metrics',
]
const watched = ['server', 'contracts', 'content', 'migrations'].map((folder) => join(root, folder))

const backend = startBackend()
const frontend = await createServer({ root, server: { port, strictPort: true, proxy: proxies() } })
await frontend.listen()
console.log(`\n  Development: http://localhost:${port} (Ctrl-C stops it)\n`)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
backend.once('exit', async (code) => {
	await frontend.close()
	process.exit(code ?? 0)
})

function startBackend() {
	for (const folder of watched) mkdirSync(folder, { recursive: true })
	const args = [
		'--watch-preserve-output',
		...watched.map((folder) => `--watch-path=${folder}`),
		join(root, 'server/main.ts'),
	]
	const env = { ...process.env, PORT: String(serverPort), PUBLIC_URL: publicUrl }
	// Out of reach of the terminal's Ctrl-C, which it would otherwise get a second time from its watcher.
	return spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit', detached: true })
}

function proxies() {
	const target = `http://127.0.0.1:${serverPort}`
	return Object.fromEntries(served.map((path) => [path, { target, ws: path === '/realtime/v1' }]))
}

function stop() {
	backend.kill('SIGTERM')
}
