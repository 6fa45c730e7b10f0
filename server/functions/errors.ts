// The cases of /functions/v1: a code for programs, a Spanish sentence for the person who reads it.
import type { Context } from 'hono'
import { sessionEndedCode } from '../database/database.ts'

const cases = {
	not_authenticated: [401, 'Tu sesión ha expirado. Por favor inicia sesión nuevamente.'],
	invalid_json: [400, 'No pudimos leer lo que se envió. Por favor intenta nuevamente.'],
	invalid_request: [400, 'Falta algo en lo que se envió o no tiene la forma correcta.'],
	empty_message: [400, 'Escribe tu pregunta antes de enviarla.'],
	message_too_long: [400, 'Tu pregunta es muy larga. Escríbela en menos de 2,000 letras.'],
	unknown_secret: [404, 'No hay nada con ese nombre.'],
	saved_chat_not_found: [404, 'No encontramos esa conversación guardada.'],
	unknown_function: [404, 'No hay nada en esta dirección.'],
	method_not_allowed: [405, 'Esta dirección no acepta ese tipo de llamada.'],
	speech_unavailable: [501, 'Esta instalación todavía no tiene voz propia. Usa la voz de tu teléfono o navegador.'],
	internal: [500, 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'],
} as const satisfies Record<string, readonly [number, string]>

export type FunctionErrorCode = keyof typeof cases

export class FunctionError extends Error {
	readonly code: FunctionErrorCode
	readonly status: number

	constructor(code: FunctionErrorCode) {
		super(cases[code][1])
		this.code = code
		this.status = cases[code][0]
	}
}

/** What went wrong as one of the cases; anything unknown is `internal`. */
export function asFunctionError(error: unknown): FunctionError {
	if (error instanceof FunctionError) return error
	const isSignedOut = (error as { code?: string } | null)?.code === sessionEndedCode
	return new FunctionError(isSignedOut ? 'not_authenticated' : 'internal')
}

export function functionErrorBody(error: FunctionError) {
	return { error: error.message, code: error.code }
}

export function functionErrorAnswer(c: Context, error: FunctionError): Response {
	return c.json(functionErrorBody(error), error.status as 400)
}
