// `admin export FILE`: everything that moves house, in one encrypted file.
import { existsSync } from 'node:fs'
import { StartFailure } from '../failure.ts'
import { exportTo } from './export.ts'
import { withDatabase } from './open-database.ts'
import { askPassphrase } from './passphrase.ts'
import { showProgress } from './progress.ts'

export async function exportCommand([path, ...rest]: string[]): Promise<number> {
	if (!path || rest.length > 0) throw new StartFailure('usage: npm run admin -- export FILE')
	if (existsSync(path)) throw new StartFailure(`${path} is there already, and nothing is overwritten`)
	const passphrase = await askPassphrase({ isNew: true })
	const progress = showProgress(process.stderr)
	const counts = await withDatabase((pool) => exportTo({ pool, path, passphrase, progress }))
	const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
	console.log(
		`${path}: ${total} rows of ${Object.keys(counts).length} tables. Without the passphrase nobody can read it.`,
	)
	return 0
}
