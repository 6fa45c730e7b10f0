// Hands a base to a service elsewhere that speaks the same protocol. Key and token were verified here before, and are
// verified there again: both sides know the same keys. Bodies stream through in both directions.
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { type Base, type Refusal, refuse } from '../http/refusal.ts'
import { headersToClient, headersToUpstream, isGoingRound } from './forwarded-headers.ts'

export type DelegateOptions = {
	base: Base
	/** Stands for /<base>/v1. */
	upstream: string
	publicUrl: string
	anonKey: string
	/** Requests that need no key go on as a visitor's, whatever they bring. */
	needsNoKey?(method: string, path: string): boolean
	/** Until the upstream begins to answer, which includes its taking the body. */
	answerMs?: number
	/** Changes the headers of an answer. */
	adjust?(headers: Headers): void
	/** Told of each request that was passed on and answered. */
	onAnswered?(method: string, path: string): void
}

export function delegate(options: DelegateOptions): (c: Context<AppEnv>) => Promise<Response> {
	const { base, upstream, answerMs = 120_000, adjust = () => {}, onAnswered = () => {} } = options
	return async (c) => {
		const { pathname, search } = new URL(c.req.url)
		const prefix = `/${base}/v1`
		if (!pathname.startsWith(`${prefix}/`) || hiddenStep.test(pathname)) return refuse(c, 'not_found')
		if (isGoingRound(c.req.header('via'))) return fail(c, base, 'upstream_failed', new Error('upstreams form a circle'))
		const late = new AbortController()
		const timer = setTimeout(() => late.abort(), answerMs)
		try {
			const { method, body, signal } = c.req.raw
			const answer = await fetch(upstream + pathname.slice(prefix.length) + search, {
				method,
				headers: readHeaders(c, options),
				body: method === 'GET' || method === 'HEAD' ? undefined : body,
				duplex: 'half',
				redirect: 'manual',
				signal: AbortSignal.any([late.signal, signal]),
			} as RequestInit)
			onAnswered(method, pathname)
			const headers = headersToClient(answer.headers)
			adjust(headers)
			return new Response(answer.body, { status: answer.status, headers })
		} catch (error) {
			return fail(c, base, late.signal.aborted ? 'upstream_slow' : 'upstream_failed', error)
		} finally {
			clearTimeout(timer)
		}
	}
}

/** A step to the folder above that somebody behind us would only see after decoding: `%2e%2e%2f`, `..%5c`. */
const hiddenStep = /(\/|\\|%2f|%5c)(\.|%2e){1,2}(\/|\\|%2f|%5c|$)/i

function readHeaders(c: Context<AppEnv>, { publicUrl, anonKey, needsNoKey }: DelegateOptions): Headers {
	const headers = headersToUpstream(c.req.raw.headers, { address: c.get('address'), publicUrl })
	if (needsNoKey?.(c.req.method, c.req.path)) {
		headers.delete('authorization')
		headers.set('apikey', anonKey)
	} else if (!headers.has('apikey')) {
		// Here a key in Authorization is enough; elsewhere a gateway may want it in its own place.
		headers.set('apikey', (headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''))
	}
	return headers
}

function fail(c: Context<AppEnv>, base: Base, refusal: Refusal, error: unknown): Response {
	// A client that went away is nobody's failure.
	if (!c.req.raw.signal.aborted) {
		const { cause } = error as Error
		c.get('log').error({ base, refusal, code: (cause as NodeJS.ErrnoException)?.code }, 'an upstream failed')
	}
	return refuse(c, refusal)
}
