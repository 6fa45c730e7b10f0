// `admin import FILE [--partial]`: reads an export into this installation or into the database of DATABASE_URL.
import { migrate } from '../database/migrate.ts'
import { StartFailure } from '../failure.ts'
import { type Imported, importFrom } from './import.ts'
import { withDatabase } from './open-database.ts'
import { askPassphrase } from './passphrase.ts'
import { showProgress } from './progress.ts'

export async function importCommand(args: string[]): Promise<number> {
	const isPartial = args.includes('--partial')
	const [path, ...rest] = args.filter((argument) => argument !== '--partial')
	if (!path || rest.length > 0) throw new StartFailure('usage: npm run admin -- import FILE [--partial]')
	const passphrase = await askPassphrase({ isNew: false })
	const progress = showProgress(process.stderr)
	const imported = await withDatabase(
		async (pool) => {
			await migrate(pool)
			return importFrom({ pool, path, passphrase, progress, isPartial })
		},
		{ mayBegin: true },
	)
	return tell(imported)
}

function tell({ isDone, counts, problems }: Imported): number {
	for (const problem of problems) console.error(problem)
	if (!isDone) {
		console.error('Nothing was imported. With --partial everything is, except for these.')
		return 1
	}
	const sum = (key: 'inserted' | 'same' | 'leftOut') =>
		Object.values(counts).reduce((total, count) => total + count[key], 0)
	console.log(`${sum('inserted')} rows imported, ${sum('same')} were there already, ${sum('leftOut')} left out.`)
	return 0
}
