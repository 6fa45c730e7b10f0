// The cases of /functions/v1: a code for programs, a Spanish sentence for the person who reads it.
import type { Context } from 'hono'
import { ModelFailure, type ModelFailureCode } from '../assistant/model/failure.ts'
import { sessionEndedCode } from '../database/database.ts'

/** What a person reads when the language model's service fails; the gateway says the same. */
export const modelFailures = {
	provider_key_invalid: [502, 'API key inválida. Por favor, contacta al administrador.'],
	provider_quota: [502, 'La cuota de API se ha agotado. Por favor, contacta al administrador.'],
	provider_rate_limited: [429, 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.'],
	provider_model_unknown: [502, 'El modelo configurado no está disponible. Por favor, contacta al administrador.'],
	provider_failed: [502, 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'],
} as const satisfies Record<ModelFailureCode, readonly [number, string]>

const cases = {
	...modelFailures,
	not_authenticated: [401, 'Tu sesión ha expirado. Por favor inicia sesión nuevamente.'],
	invalid_json: [400, 'No pudimos leer lo que se envió. Por favor intenta nuevamente.'],
	invalid_request: [400, 'Falta algo en lo que se envió o no tiene la forma correcta.'],
	empty_message: [400, 'Escribe tu pregunta antes de enviarla.'],
	message_too_long: [400, 'Tu pregunta es muy larga. Escríbela en menos de 2,000 letras.'],
	unknown_secret: [404, 'No hay nada con ese nombre.'],
	saved_chat_not_found: [404, 'No encontramos esa conversación guardada.'],
	answer_not_found: [404, 'Esa respuesta ya no está. Haz tu pregunta otra vez.'],
	answer_running: [409, 'Todavía estoy contestando tu pregunta anterior. Espera a que termine o detenla.'],
	answer_interrupted: [503, 'La respuesta se cortó de nuestro lado. Por favor, inténtalo de nuevo.'],
	answer_late: [504, 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'],
	limit_reached: [403, 'Has alcanzado el límite de consultas gratuitas. Actualiza tu plan para continuar.'],
	unknown_function: [404, 'No hay nada en esta dirección.'],
	method_not_allowed: [405, 'Esta dirección no acepta ese tipo de llamada.'],
	empty_text: [400, 'No hay nada que leer en voz alta.'],
	text_too_long: [400, 'El texto es muy largo para leerlo en voz alta.'],
	unknown_voice: [404, 'No conocemos esa voz.'],
	empty_recording: [400, 'La grabación está vacía. Por favor graba tu pregunta otra vez.'],
	unknown_recording: [415, 'No podemos leer ese tipo de grabación. Por favor escribe tu pregunta.'],
	rate_limited: [429, 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.'],
	speech_stopped: [499, 'La llamada se detuvo.'],
	speech_key_refused: [502, 'API key inválida. Por favor, contacta al administrador.'],
	speech_quota_used: [502, 'La cuota de API se ha agotado. Por favor, contacta al administrador.'],
	speech_failed: [502, 'La voz no está disponible en este momento. Por favor, inténtalo de nuevo.'],
	speech_busy: [503, 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.'],
	speech_slow: [504, 'La voz tarda demasiado. Por favor, inténtalo de nuevo.'],
	speech_unavailable: [501, 'Esta instalación todavía no tiene voz propia. Usa la voz de tu teléfono o navegador.'],
	internal: [500, 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'],
} as const satisfies Record<string, readonly [number, string]>

export type FunctionErrorCode = keyof typeof cases

export class FunctionError extends Error {
	readonly code: FunctionErrorCode
	readonly status: number
	/** Seconds to wait, where waiting helps. */
	readonly retryAfter: number | undefined

	constructor(code: FunctionErrorCode, { retryAfter }: { retryAfter?: number | undefined } = {}) {
		super(cases[code][1])
		this.code = code
		this.status = cases[code][0]
		this.retryAfter = retryAfter
	}
}

/** The case of that code, as it was written down somewhere. */
export function functionErrorOf(code: string): FunctionError {
	return new FunctionError(Object.hasOwn(cases, code) ? (code as FunctionErrorCode) : 'internal')
}

/** What went wrong as one of the cases; anything unknown is `internal`. */
export function asFunctionError(error: unknown): FunctionError {
	if (error instanceof FunctionError) return error
	if (error instanceof ModelFailure) return new FunctionError(error.code)
	const isSignedOut = (error as { code?: string } | null)?.code === sessionEndedCode
	return new FunctionError(isSignedOut ? 'not_authenticated' : 'internal')
}

export function functionErrorBody(error: FunctionError) {
	return { error: error.message, code: error.code }
}

export function functionErrorAnswer(c: Context, error: FunctionError): Response {
	if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
	return c.json(functionErrorBody(error), error.status as 400)
}
