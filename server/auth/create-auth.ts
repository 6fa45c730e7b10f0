// The parts of /auth/v1 put together: what the composition root needs to know of them.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import type { Messenger } from '../messages/messenger.ts'
import { type CodeRequests, createCodeRequests } from './code-requests.ts'
import { type Codes, createCodes } from './codes.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import { createLinks, type Links } from './links.ts'
import type { Passwords } from './passwords.ts'
import { createRates, type Rates } from './rates.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { createUsers, type Users } from './users.ts'

export type AuthParts = {
	users: Users
	sessions: Sessions
	passwords: Passwords
	codes: Codes
	delivery: Delivery
	requests: CodeRequests
	rates: Rates
	links: Links
	/** An e-mail address counts only once its link was followed or its code typed. */
	confirmsEmail: boolean
}

export type Auth = AuthParts & { close(): Promise<void> }

export type AuthNeeds = {
	config: Pick<Config, 'publicUrl' | 'confirmEmail'>
	database: Database
	tokens: Tokens
	passwords: Passwords
	limits: Limits
	messenger: Messenger
	log: Logger
	/** Derives refresh tokens and keys the hashes of codes; the same on every replica. */
	secret: string
}

/** Close it when nothing comes in any more: messages may still be under way. */
export function createAuth({ config, database, tokens, passwords, limits, messenger, log, secret }: AuthNeeds): Auth {
	const users = createUsers(database)
	const codes = createCodes(database, secret)
	const delivery = createDelivery(messenger, log)
	const rates = createRates(limits)
	const links = createLinks(config.publicUrl)
	return {
		users,
		passwords,
		codes,
		delivery,
		rates,
		links,
		sessions: createSessions(database, users, tokens, secret),
		requests: createCodeRequests({ codes, delivery, rates, links }),
		confirmsEmail: config.confirmEmail,
		close: delivery.close,
	}
}
