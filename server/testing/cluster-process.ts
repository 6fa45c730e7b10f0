// A process that owns an embedded cluster and nothing else, for tests that kill it. Arguments: data folder, system folder.

import { startCluster } from '../database/embedded/cluster.ts'
import { StartFailure } from '../failure.ts'

const [dataDir = '', systemFolder] = process.argv.slice(2)

try {
	const cluster = await startCluster({ dataDir, systemFolder, log: (step) => console.log(`step: ${step}`) })
	process.once('SIGTERM', async () => {
		await cluster.close()
		process.exit(0)
	})
	process.stdin.resume()
	console.log(`running ${JSON.stringify({ ...cluster.connection, folder: cluster.folder })} end`)
} catch (error) {
	console.error(error instanceof StartFailure ? error.message : error)
	process.exitCode = 1
}
