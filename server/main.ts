// The process: starts the server, says so in one line or says in one line why not, and stops it when told to.
import { join } from 'node:path'
import { pino } from 'pino'
import { ConfigError, readConfig } from './config.ts'
import { StartFailure } from './failure.ts'
import { type RunningServer, startServer } from './server.ts'
import { onStopRequest } from './stop-request.ts'

let running: Promise<RunningServer> | undefined
let isStopping = false

onStopRequest({ stop, force: () => process.exit(1) })

try {
	const config = readConfig(process.env)
	const root = join(import.meta.dirname, '..')
	running = startServer(config, {
		buildFolder: join(root, 'build'),
		contentFolder: join(root, 'content'),
		log: pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }),
		say: (line) => console.log(line),
	})
	const { url } = await running
	if (!isStopping) console.log(`\n  Faro Migrante is ready: ${url}\n`)
} catch (error) {
	if (!isStopping) fail(error)
}

/** Closes everything in order. */
async function stop() {
	isStopping = true
	const server = await running?.catch(() => undefined)
	await server?.close()
	process.exit(0)
}

function fail(error: unknown): never {
	const isExplained = error instanceof StartFailure || error instanceof ConfigError
	console.error(isExplained ? `Faro Migrante cannot start. ${error.message}` : error)
	process.exit(1)
}
