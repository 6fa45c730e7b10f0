// Refusals that are decided before a base is reached, said in the words of that base's protocol.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../app-env.ts'
import { AuthError, type AuthErrorCode, authErrorAnswer } from '../auth/errors.ts'

export const bases = ['auth', 'rest', 'storage', 'realtime', 'functions'] as const
export type Base = (typeof bases)[number]

const refusals = {
	missing_key: {
		status: 401,
		auth: 'no_authorization',
		rest: 'PGRST300',
		message: 'No API key found in request',
		spanish: 'Falta la clave de la aplicación.',
	},
	invalid_key: {
		status: 401,
		auth: 'no_authorization',
		rest: 'PGRST300',
		message: 'Invalid API key',
		spanish: 'La clave de la aplicación no es válida.',
	},
	invalid_token: {
		status: 401,
		auth: 'bad_jwt',
		rest: 'PGRST301',
		message: 'JWT could not be verified',
		spanish: 'Tu sesión ha expirado. Por favor inicia sesión nuevamente.',
	},
	expired_token: {
		status: 401,
		auth: 'bad_jwt',
		rest: 'PGRST303',
		message: 'JWT expired',
		spanish: 'Tu sesión ha expirado. Por favor inicia sesión nuevamente.',
	},
	too_large: {
		status: 413,
		auth: 'request_too_large',
		rest: 'PGRST000',
		message: 'The request body is too large',
		spanish: 'Lo que enviaste es demasiado grande.',
	},
	too_many: {
		status: 429,
		auth: 'over_request_rate_limit',
		rest: 'PGRST000',
		functions: 'rate_limited',
		message: 'Too many requests',
		spanish: 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.',
	},
	not_found: {
		status: 404,
		auth: 'not_found',
		rest: 'PGRST125',
		message: 'There is nothing at this address',
		spanish: 'No hay nada en esta dirección.',
	},
	upstream_failed: {
		status: 502,
		auth: 'bad_gateway',
		rest: 'PGRST000',
		message: 'The service behind this address cannot be reached',
		spanish: 'Algo falló de nuestro lado. Por favor intenta nuevamente.',
	},
	upstream_slow: {
		status: 504,
		auth: 'request_timeout',
		rest: 'PGRST003',
		message: 'The service behind this address did not answer in time',
		spanish: 'Algo falló de nuestro lado. Por favor intenta nuevamente.',
	},
	unexpected: {
		status: 500,
		auth: 'unexpected_failure',
		rest: 'PGRST000',
		message: 'Something went wrong on the server',
		spanish: 'Algo falló de nuestro lado. Por favor intenta nuevamente.',
	},
} as const satisfies Record<string, RefusalWords>

type RefusalWords = {
	status: ContentfulStatusCode
	auth: AuthErrorCode
	rest: string
	/** The refusal's own name unless given. */
	functions?: string
	message: string
	spanish: string
}

export type Refusal = keyof typeof refusals

/** The base a path belongs to; undefined for pages and files. */
export function baseOf(path: string): Base | undefined {
	return bases.find((base) => path === `/${base}/v1` || path.startsWith(`/${base}/v1/`))
}

/** The answer that says `refusal` the way clients of the request's base read it. */
export function refuse(c: Context<AppEnv>, refusal: Refusal): Response {
	const { status, auth, rest, functions = refusal, message, spanish }: RefusalWords = refusals[refusal]
	// The rest of a body that is too large is not read, so the connection cannot be used again.
	if (refusal === 'too_large') c.header('Connection', 'close')
	switch (baseOf(c.req.path)) {
		case 'auth':
			return authErrorAnswer(c, new AuthError(auth))
		case 'rest':
			return c.json({ code: rest, message, details: null, hint: spanish }, status)
		case 'storage':
			return c.json({ statusCode: String(status), error: refusal, message }, status)
		case 'realtime':
			return c.json({ message }, status)
		default:
			return c.json({ error: spanish, code: functions }, status)
	}
}
