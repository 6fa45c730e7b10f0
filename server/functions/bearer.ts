import type { Context } from 'hono'

/** The token a request carries, without saying whose it is. */
export function bearerOf(c: Context): string | undefined {
	return /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}
