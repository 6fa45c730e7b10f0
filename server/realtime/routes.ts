// What of /realtime/v1 is plain HTTP: nothing yet. It says so in the words clients of the base read.
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../app-env.ts'
import { RealtimeError } from './errors.ts'

export function realtimeRoutes(): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	routes.get('/websocket', (c) => {
		c.header('Upgrade', 'websocket')
		return Promise.reject(new RealtimeError('not_a_socket'))
	})
	routes.post('/api/broadcast/*', () => Promise.reject(new RealtimeError('no_broadcast')))
	routes.all('*', () => Promise.reject(new RealtimeError('not_found')))
	routes.onError((error, c) => {
		if (!(error instanceof RealtimeError)) throw error
		return c.json({ message: error.message }, error.status as ContentfulStatusCode)
	})
	return routes
}
