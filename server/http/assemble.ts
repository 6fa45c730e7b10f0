// The whole server as one list, read top to bottom: order matters where a line says so.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { AppEnv } from '../app-env.ts'
import { type AuthParts, authRoutes, isOpenAddress } from '../auth/routes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { delegatedRoutes } from '../delegation/delegated-routes.ts'
import type { Gateway } from '../functions/gateway/create-gateway.ts'
import { gatewayRoutes } from '../functions/gateway/routes.ts'
import { type FunctionsParts, functionsRoutes } from '../functions/routes.ts'
import type { Limits } from '../limits/limits.ts'
import { realtimeRoutes } from '../realtime/routes.ts'
import { restRoutes } from '../rest/routes.ts'
import { needsNoKey } from '../storage/open-routes.ts'
import { type StorageParts, storageRoutes } from '../storage/routes.ts'
import { accessLog } from './access-log.ts'
import { authenticate, type Identify, knownUnless } from './authenticate.ts'
import { addressReader, clientAddress } from './client-address.ts'
import { securityHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import { limited, messageSenderOf, personOf } from './limited.ts'
import { type Pages, pageRoutes } from './pages.ts'
import { publicConfig } from './public-config.ts'
import { refuse } from './refusal.ts'
import { searchEngineRoutes } from './search-engines.ts'
import { knownUnlessSpeaking } from './speech-token.ts'

export type ServerParts = {
	config: Config
	log: Logger
	database: Database
	limits: Limits
	identify: Identify
	/** Told when sessions that live in another service may have ended. */
	onSessionsChanged?(): void
	auth: AuthParts
	chat: Pick<FunctionsParts, 'assistant' | 'speaker' | 'answers'>
	gateway: Gateway
	speech: FunctionsParts['speech']
	signedUrls: StorageParts['signedUrls']
	pages: Pages
}

const kilobyte = 1024
/** The bases of tables and of files limit their own bodies. */
const bodyBytes = { auth: 64 * kilobyte, functions: 64 * kilobyte, audio: 10 * 1024 * kilobyte }

export function assemble({
	config,
	log,
	database,
	limits,
	identify,
	onSessionsChanged,
	auth,
	chat,
	gateway,
	speech,
	signedUrls,
	pages,
}: ServerParts): Hono<AppEnv> {
	const app = new Hono<AppEnv>()
	const known = authenticate(identify)
	const atMost = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuse(c, 'too_large') })
	const functionBody = atMost(bodyBytes.functions)
	const audioBody = atMost(bodyBytes.audio)

	app.use(accessLog(log))
	app.use(securityHeaders)
	app.use(clientAddress(addressReader(config.trustProxy, log)))

	app.route('/', healthRoutes(database))
	app.get('/config.json', (c) => c.json(publicConfig(config)))

	// Before the keys are asked for: a gateway token suffices.
	app.route('/functions/v1/ai', gatewayRoutes({ ...gateway, limits }))

	// Who asks is settled before a body is read.
	app.use('/auth/v1/*', knownUnless(isOpenAddress, known), atMost(bodyBytes.auth))
	app.use('/rest/v1/*', known)
	app.use('/functions/v1/*', knownUnlessSpeaking(gateway.tokens, known), (c, next) =>
		(c.req.path === '/functions/v1/transcribe' ? audioBody : functionBody)(c, next),
	)
	app.use('/storage/v1/*', knownUnless(needsNoKey, known))
	app.post('/rest/v1/:table', limited(limits, 'public-message', messageSenderOf))
	app.post('/functions/v1/chat-completion-with-context', limited(limits, 'question', personOf))
	app.get('/functions/v1/chat-completion-with-context/:id', limited(limits, 'answer-again', personOf))
	// Bases that another service answers for; what follows never sees their requests.
	app.route('/', delegatedRoutes({ config, database, onSessionsChanged }))
	app.route('/auth/v1', authRoutes(auth))
	app.route('/rest/v1', restRoutes({ database }))
	app.route('/functions/v1', functionsRoutes({ ...gateway, ...chat, database, speech, limits, log }))
	app.route('/realtime/v1', realtimeRoutes())
	app.route('/storage/v1', storageRoutes({ database, signedUrls }))
	for (const base of ['auth', 'rest', 'functions', 'storage', 'realtime'])
		app.all(`/${base}/v1/*`, (c) => refuse(c, 'not_found'))

	app.route('/', searchEngineRoutes(pages))
	// Last: every path that is nobody else's is a page's or leads to the landing page.
	app.route('/', pageRoutes(pages))

	app.onError((error, c) => {
		c.get('log').error({ err: error }, 'unexpected failure')
		return refuse(c, 'unexpected')
	})
	return app
}
