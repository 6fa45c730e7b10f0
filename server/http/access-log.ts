// One line per request: method, path without its query, status, time. Nothing a person wrote can stand in it.
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { AppEnv } from '../app-env.ts'
import { baseOf } from './refusal.ts'

export function accessLog(log: Logger) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const started = performance.now()
		const requestId = randomUUID()
		const requestLog = log.child({ requestId })
		c.set('requestId', requestId)
		c.set('log', requestLog)
		await next()
		c.res.headers.set('X-Request-Id', requestId)
		const entry = {
			method: c.req.method,
			path: loggedPath(c.req.path),
			status: c.res.status,
			ms: Math.round(performance.now() - started),
		}
		if (c.res.status >= 500 && c.res.status !== 501) requestLog.error(entry, 'request failed')
		else requestLog.debug(entry, 'request')
	})
}

/** Addresses nobody knows may be typed by people: of those only that they were unknown is kept. */
function loggedPath(path: string): string {
	const base = baseOf(path)
	if (base) return path.split('/').slice(0, 4).join('/')
	return /^\/[a-z-]{0,40}$/.test(path) ? path : '/…'
}
