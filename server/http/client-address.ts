// The address a request comes from. Limits count by it, so it is never taken from what anybody may write into a header:
// X-Forwarded-For is believed only as far as TRUST_PROXY names the proxies that wrote it.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import proxyAddress, { compile as compileNetworks } from 'proxy-addr'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'

export type AddressOf = (request: IncomingMessage) => string

/** For sockets as well as for requests; `log` hears once of a proxy that nobody announced. */
export function addressReader(trustProxy: Config['trustProxy'], log: Logger): AddressOf {
	const isTrusted =
		typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : compileNetworks(trustProxy)
	let hasWarned = trustProxy !== 0
	return (request) => {
		const own = request.socket.remoteAddress ?? 'unknown'
		if (!hasWarned && request.headers['x-forwarded-for'] && isNearby(own)) {
			hasWarned = true
			log.warn('X-Forwarded-For is not believed: set TRUST_PROXY if a proxy stands before this server')
		}
		if (own === 'unknown') return own
		const told = withoutPort(proxyAddress(request, isTrusted))
		return isIP(told) ? told : own
	}
}

/** Puts `address` into the context. */
export function clientAddress(addressOf: AddressOf) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const incoming = (c.env as HttpBindings | undefined)?.incoming
		c.set('address', incoming ? addressOf(incoming) : 'unknown')
		await next()
	})
}

/** Some proxies write the port behind the address. */
function withoutPort(address: string): string {
	return address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
}

const isNearby = compileNetworks(['loopback', 'linklocal', 'uniquelocal']) as (address: string) => boolean
