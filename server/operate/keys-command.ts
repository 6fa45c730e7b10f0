// `admin keys`: the key for the operator's own programs, on the terminal of whoever can read the database anyway.
import { createDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { loadSecrets } from '../database/secrets.ts'
import { withDatabase } from './open-database.ts'

export async function keysCommand(): Promise<number> {
	await withDatabase(async (pool, config) => {
		await migrate(pool)
		const { serviceRoleKey } = await loadSecrets(createDatabase(pool).query, config)
		console.log(`ANON_KEY=${config.anonKey}\nSERVICE_ROLE_KEY=${serviceRoleKey}`)
		console.error('The service key opens everything: keep it out of browsers, mails and repositories.')
	})
	return 0
}
