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
	// Through the response's own headers: once there is a response, c.header copies it at every call.
	const { headers } = c.res
	for (const [name, value] of Object.entries(always)) headers.set(name, value)
	if (!headers.has('Content-Security-Policy')) {
		headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
	}
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
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
