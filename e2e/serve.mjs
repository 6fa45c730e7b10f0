// The server for the browser tests: the real process on a free port with an empty data folder that goes when it ends.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'faro-e2e-'))
// Root's database runs as another user, who has to reach it.
chmodSync(folder, 0o755)

const env = {
	...process.env,
	PORT: await freePort(),
	DATA_DIR: join(folder, 'data'),
	DATABASE_URL: '',
	RATE_LIMITS: 'off',
	LOG_LEVEL: 'warn',
}
// A group of its own: a signal to the whole group would reach it twice.
const server = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: 'inherit', detached: true })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => {
	rmSync(folder, { recursive: true, force: true })
	process.exit(code ?? 1)
})

function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address()
			probe.close(() => resolve(String(port)))
		})
	})
}
