// The cases of the gateway below /functions/v1/ai, in the shape OpenAI's clients read: a code for programs, a Spanish
// sentence for the person.
import type { Context } from 'hono'
import { ModelFailure } from '../../assistant/model/failure.ts'
import { modelFailures } from '../errors.ts'

const cases = {
	invalid_token: [401, 'authentication_error', 'Falta el permiso para preguntar o no es válido. Recarga la página.'],
	token_expired: [401, 'authentication_error', 'El permiso para preguntar venció. Recarga la página.'],
	demo_limit: [
		403,
		'insufficient_quota',
		'Ya hiciste tus 2 preguntas de prueba. Crea tu cuenta gratis para seguir preguntando.',
	],
	rate_limited: [429, 'rate_limit_error', 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.'],
	invalid_json: [400, 'invalid_request_error', 'No pudimos leer lo que se envió. Por favor intenta nuevamente.'],
	invalid_request: [400, 'invalid_request_error', 'Falta algo en lo que se envió o no tiene la forma correcta.'],
	empty_message: [400, 'invalid_request_error', 'Escribe tu pregunta antes de enviarla.'],
	message_too_long: [400, 'invalid_request_error', 'Tu pregunta es muy larga. Escríbela en menos de 2,000 letras.'],
	payload_too_large: [413, 'invalid_request_error', 'Lo que enviaste es demasiado grande.'],
	unknown_address: [404, 'invalid_request_error', 'No hay nada en esta dirección.'],
	method_not_allowed: [405, 'invalid_request_error', 'Esta dirección no acepta ese tipo de llamada.'],
	provider_key_invalid: failed(modelFailures.provider_key_invalid),
	provider_quota: failed(modelFailures.provider_quota),
	provider_rate_limited: failed(modelFailures.provider_rate_limited),
	provider_model_unknown: failed(modelFailures.provider_model_unknown),
	provider_failed: failed(modelFailures.provider_failed),
	internal: [500, 'server_error', 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'],
} as const satisfies Record<string, readonly [number, string, string]>

/** The reason is the service's, whatever the status: a client that looks at the type does not blame itself. */
function failed([status, sentence]: readonly [number, string]) {
	return [status, 'server_error', sentence] as const
}

export type GatewayErrorCode = keyof typeof cases

export class GatewayError extends Error {
	readonly code: GatewayErrorCode
	readonly status: number
	/** Seconds to wait, where waiting helps. */
	readonly retryAfter: number | undefined

	constructor(code: GatewayErrorCode, { retryAfter }: { retryAfter?: number } = {}) {
		super(cases[code][2])
		this.code = code
		this.status = cases[code][0]
		this.retryAfter = retryAfter
	}
}

/** What went wrong as one of the cases; anything unknown is `internal`. */
export function asGatewayError(error: unknown): GatewayError {
	if (error instanceof GatewayError) return error
	return new GatewayError(error instanceof ModelFailure ? error.code : 'internal')
}

export function gatewayErrorBody({ code, message }: GatewayError) {
	return { error: { message, type: cases[code][1], param: null, code } }
}

export function gatewayErrorAnswer(c: Context, error: GatewayError): Response {
	if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
	// The rest of a body that is too large is not read, so the connection cannot be used again.
	if (error.code === 'payload_too_large') c.header('Connection', 'close')
	// Only this server asks a failing service again.
	if (error.code in modelFailures) c.header('x-should-retry', 'false')
	return c.json(gatewayErrorBody(error), error.status as 400)
}
