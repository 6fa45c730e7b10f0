// Lets a request pass while its sender is within the rule; past it 429 with the time to wait, in the base's own words.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'
import type { Limits } from '../limits/limits.ts'
import type { RuleName } from '../limits/rules.ts'
import { refuse } from './refusal.ts'

/** `keyOf` names whom to count; undefined lets pass uncounted. What fails on our side is not counted. */
export function limited(limits: Limits, rule: RuleName, keyOf: (c: Context<AppEnv>) => string | undefined) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const key = keyOf(c)
		if (key === undefined) return next()
		const verdict = await limits.take(rule, key)
		if (!verdict.isAllowed) {
			c.header('Retry-After', String(verdict.retryAfterSeconds))
			return refuse(c, 'too_many')
		}
		await next()
		if (c.res.status >= 500) await limits.refund(rule, key)
	})
}

export function personOf(c: Context<AppEnv>): string | undefined {
	const caller = c.get('caller')
	return caller.role === 'authenticated' ? caller.userId : undefined
}

/** Whoever sends a message through the public form; the operator's own programs are not counted. */
export function messageSenderOf(c: Context<AppEnv>): string | undefined {
	const isMessage = c.req.param('table') === 'user_feedback' && c.get('caller').role !== 'service_role'
	return isMessage ? c.get('address') : undefined
}
