// The whole server as one list, read top to bottom: order matters where a line says so.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { AppEnv } from '../app-env.ts'
import { type AuthParts, authRoutes } from '../auth/routes.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type FunctionsParts, functionsRoutes } from '../functions/routes.ts'
import { restRoutes } from '../rest/routes.ts'
import { accessLog } from './access-log.ts'
import { authenticate } from './authenticate.ts'
import { securityHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import { type Pages, pageRoutes } from './pages.ts'
import { publicConfig } from './public-config.ts'
import { refuse } from './refusal.ts'

export type ServerParts = {
	config: Config
	log: Logger
	database: Database
	tokens: Tokens
	serviceRoleKey: string
	auth: AuthParts
	assistant: FunctionsParts['assistant']
	pages: Pages
}

const kilobyte = 1024
/** The tables' base limits its own bodies. */
const bodyBytes = { auth: 64 * kilobyte, functions: 64 * kilobyte }

export function assemble({
	config,
	log,
	database,
	tokens,
	serviceRoleKey,
	auth,
	assistant,
	pages,
}: ServerParts): Hono<AppEnv> {
	const app = new Hono<AppEnv>()
	const known = authenticate({ anonKey: config.anonKey, serviceRoleKey }, tokens)
	const atMost = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuse(c, 'too_large') })

	app.use(accessLog(log))
	app.use(securityHeaders)

	app.route('/', healthRoutes(database))
	app.get('/config.json', (c) => c.json(publicConfig(config)))

	// Who asks is settled before a body is read.
	app.use('/auth/v1/*', known, atMost(bodyBytes.auth))
	app.use('/rest/v1/*', known)
	app.use('/functions/v1/*', known, atMost(bodyBytes.functions))
	app.route('/auth/v1', authRoutes(auth))
	app.route('/rest/v1', restRoutes({ database }))
	app.route('/functions/v1', functionsRoutes({ database, assistant }))
	for (const base of ['auth', 'rest', 'functions', 'storage', 'realtime'])
		app.all(`/${base}/v1/*`, (c) => refuse(c, 'not_found'))

	// Last: every path that is nobody else's is a page's or leads to the landing page.
	app.route('/', pageRoutes(pages))

	app.onError((error, c) => {
		c.get('log').error({ err: error }, 'unexpected failure')
		return refuse(c, 'unexpected')
	})
	return app
}
