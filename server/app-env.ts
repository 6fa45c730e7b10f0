// What the assembly puts into every request before a base sees it.
import type { Logger } from 'pino'
import type { Caller } from './database/database.ts'

export type AppEnv = {
	Variables: {
		caller: Caller
		requestId: string
		log: Logger
		/** Where the request comes from, as far as the proxies named by TRUST_PROXY tell. */
		address: string
	}
}
