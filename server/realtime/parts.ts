// What the conversation with a socket needs from the rest of the server.
import type { Logger } from 'pino'
import type { Caller, Database } from '../database/database.ts'
import type { Listener } from './listener.ts'
import type { Registry } from './registry.ts'
import type { AnnouncedTables } from './tables.ts'

/** Who speaks with this key and this Authorization header; else the name of the refusal. */
export type Identify = (key: string | undefined, authorization: string | undefined) => Promise<Caller | string>

export type ConversationParts = {
	database: Pick<Database, 'query' | 'runAs'>
	identify: Identify
	registry: Registry
	listener: Pick<Listener, 'ready'>
	tables: AnnouncedTables
	log: Logger
}
