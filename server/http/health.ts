// For load balancers: /healthz says that the process answers, /readyz that it can reach its database.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'

export function healthRoutes(database: Database): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	routes.get('/healthz', (c) => c.json({ status: 'ok' }))
	routes.get('/readyz', async (c) => {
		const isReady = await database.query({ text: 'select 1' }).then(
			() => true,
			() => false,
		)
		return isReady ? c.json({ status: 'ready' }) : c.json({ status: 'waiting for the database' }, 503)
	})
	return routes
}
