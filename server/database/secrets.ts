// The keys this installation made for itself. They lie in a schema that no API role can read, so that replicas share them.
import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Run } from './database.ts'

export type Secrets = {
	/** Signs access tokens. */
	jwtSecret: string
	/** Still accepted while it rotates; undefined otherwise. */
	jwtSecretPrevious: string | undefined
	/** Opens everything; for the operator's own programs. */
	serviceRoleKey: string
}

/** The environment's keys, else the database's; what is missing is generated once, whichever replica comes first. */
export async function loadSecrets(query: Run, config: Pick<Config, keyof Secrets>): Promise<Secrets> {
	const stored = async (name: string) => {
		const fresh = randomBytes(48).toString('base64url')
		await query({
			text: 'insert into faro.secrets (name, value) values ($1, $2) on conflict do nothing',
			values: [name, fresh],
		})
		const [row] = await query<{ value: string }>({
			text: 'select value from faro.secrets where name = $1',
			values: [name],
		})
		return row?.value as string
	}
	return {
		jwtSecret: config.jwtSecret ?? (await stored('jwt_secret')),
		jwtSecretPrevious: config.jwtSecretPrevious,
		serviceRoleKey: config.serviceRoleKey ?? (await stored('service_role_key')),
	}
}
