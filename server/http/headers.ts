// Headers every answer carries. Pages add a Content-Security-Policy of their own, with the hashes of their scripts.
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

const always = {
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), interest-cohort=()',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
}

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
	await next()
	for (const [name, value] of Object.entries(always)) c.header(name, value)
	if (!c.res.headers.has('Content-Security-Policy'))
		c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
	if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
})

/** The policy of a page: everything from this origin, and of inline scripts only those whose SHA-256 is named. */
export function pagePolicy(scriptHashes: string[]): string {
	return [
		"default-src 'self'",
		`script-src 'self'${scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('')}`,
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"media-src 'self' blob: data:",
		"font-src 'self'",
		"connect-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ')
}
