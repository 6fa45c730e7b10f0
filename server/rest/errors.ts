// The errors of /rest/v1 in PostgREST's shape: clients match them by `code`. A Spanish sentence for the page stands in
// `hint` wherever PostgREST and the database leave it empty.
import pg from 'pg'
import { type Caller, sessionEndedCode } from '../database/database.ts'

const say = {
	unreadable: 'La página envió algo que el servidor no entiende. Recárgala e inténtalo de nuevo.',
	tooMuch: 'Es demasiado para una sola vez. Acórtalo e inténtalo de nuevo.',
	notFound: 'No encontramos lo que buscas.',
	notPossible: 'Esta acción no está disponible.',
	invalid: 'Falta un dato o no tiene la forma correcta. Revísalo e inténtalo de nuevo.',
	exists: 'Eso ya está registrado.',
	conflict: 'Eso cambió mientras tanto. Recarga la página e inténtalo de nuevo.',
	signIn: 'Inicia sesión para continuar.',
	sessionEnded: 'Tu sesión ha expirado. Por favor inicia sesión nuevamente.',
	forbidden: 'No tienes permiso para hacer esto.',
	tooSlow: 'La consulta tardó demasiado. Por favor, intenta más tarde.',
	unavailable: 'El servicio no está disponible en este momento. Por favor, intenta más tarde.',
	failed: 'Algo falló de nuestro lado. Por favor, intenta más tarde.',
} as const

const cases = {
	unavailable: [503, 'PGRST001', 'The database cannot be reached', say.unavailable],
	unreadable_query: [400, 'PGRST100', 'The query could not be parsed', say.unreadable],
	too_long_query: [400, 'PGRST100', 'The query asks for too much', say.tooMuch],
	unsuitable_rpc_method: [405, 'PGRST101', 'Cannot use this method on RPC', say.notPossible],
	unreadable_body: [400, 'PGRST102', 'Empty or invalid json', say.unreadable],
	too_large_body: [413, 'PGRST102', 'The body is too large', say.tooMuch],
	unsatisfiable_range: [416, 'PGRST103', 'Requested range not satisfiable', say.notFound],
	unknown_schema: [406, 'PGRST106', 'Invalid schema', say.unreadable],
	unacceptable_media: [406, 'PGRST107', 'None of these media types are available', say.unreadable],
	not_embedded: [400, 'PGRST108', 'Not an embedded resource in this request', say.unreadable],
	not_single: [406, 'PGRST116', 'Cannot coerce the result to a single JSON object', say.notFound],
	unsupported_method: [405, 'PGRST117', 'Unsupported HTTP method', say.notPossible],
	invalid_preference: [400, 'PGRST122', 'Invalid preferences given with handling=strict', say.unreadable],
	aggregate: [400, 'PGRST123', 'Use of aggregate functions is not allowed', say.notPossible],
	too_many_affected: [400, 'PGRST124', 'Query result exceeds max-affected preference constraint', say.tooMuch],
	unknown_path: [404, 'PGRST125', 'Invalid path specified in request URL', say.notFound],
	unsupported: [400, 'PGRST127', 'Feature not implemented', say.notPossible],
	no_relationship: [400, 'PGRST200', 'Could not find a relationship in the schema cache', say.notPossible],
	unknown_function: [404, 'PGRST202', 'Could not find the function in the schema cache', say.notPossible],
	ambiguous_function: [300, 'PGRST203', 'Could not choose the best candidate function', say.notPossible],
	unknown_body_column: [400, 'PGRST204', 'Could not find the column in the schema cache', say.unreadable],
	unknown_table: [404, 'PGRST205', 'Could not find the table in the schema cache', say.notPossible],
	session_ended: [401, 'PGRST301', 'JWT expired', say.sessionEnded],
	failed: [500, 'PGRSTX00', 'Internal server error', say.failed],
	unknown_column: [400, '42703', 'The column does not exist', say.unreadable],
	unknown_type: [400, '42704', 'The type does not exist', say.unreadable],
	missing_filter: [400, '21000', 'A WHERE clause is required', say.notPossible],
} as const satisfies Record<string, readonly [number, string, string, string]>

export type RestErrorName = keyof typeof cases

export class RestError extends Error {
	override name = 'RestError'
	readonly status: number
	readonly code: string
	readonly details: string | null
	readonly hint: string | null

	constructor(
		status: number,
		code: string,
		message: string,
		details: string | null,
		hint: string | null,
		cause?: unknown,
	) {
		super(message, { cause })
		this.status = status
		this.code = code
		this.details = details
		this.hint = hint
	}

	toJSON() {
		return { code: this.code, message: this.message, details: this.details, hint: this.hint }
	}
}

type Words = { message?: string; details?: string; cause?: unknown }

/** One of the named cases; `words` make it about this request. */
export function restError(name: RestErrorName, { message, details, cause }: Words = {}): RestError {
	const [status, code, usual, hint] = cases[name]
	return new RestError(status, code, message ?? usual, details ?? null, hint, cause)
}

/** What the client is told about `error`, whatever it is. */
export function asRestError(error: unknown, caller: Caller): RestError {
	if (error instanceof RestError) return error
	if (error instanceof pg.DatabaseError) return fromDatabase(error, caller)
	return restError(isConnectionLoss(error) ? 'unavailable' : 'failed', { cause: error })
}

/** True where the catalogue may be older than what the database just complained about. */
export function mayBeOutdated(error: unknown): boolean {
	const code = error instanceof RestError || error instanceof pg.DatabaseError ? error.code : undefined
	return ['PGRST202', 'PGRST204', 'PGRST205', '42703', '42883', '42P01'].includes(code ?? '')
}

/**
 * Statuses by SQLSTATE, the longest prefix counts. They are PostgREST's, except that what a client can bring about is
 * never a server error: there 21, 54, 55 and 57014 answer 500, and 40 too.
 */
const byState: Record<string, readonly [status: number, hint: string]> = {
	'08': [503, say.unavailable],
	'09': [500, say.failed],
	'0L': [403, say.forbidden],
	'0P': [403, say.forbidden],
	'21': [400, say.invalid],
	'22': [400, say.invalid],
	'23': [400, say.invalid],
	'23503': [409, say.conflict],
	'23505': [409, say.exists],
	'25': [500, say.failed],
	'25006': [405, say.notPossible],
	'28': [403, say.forbidden],
	'2D': [500, say.failed],
	'38': [500, say.failed],
	'39': [500, say.failed],
	'3B': [500, say.failed],
	'40': [409, say.conflict],
	'42': [400, say.unreadable],
	'42501': [403, say.forbidden],
	'42883': [404, say.notPossible],
	'42P01': [404, say.notPossible],
	'42P17': [500, say.failed],
	'53': [503, say.unavailable],
	'53400': [500, say.failed],
	'54': [400, say.tooMuch],
	'55': [400, say.notPossible],
	'57': [503, say.unavailable],
	'57014': [400, say.tooSlow],
	'58': [500, say.failed],
	F0: [500, say.failed],
	HV: [500, say.failed],
	P0: [500, say.failed],
	P0001: [400, say.invalid],
	XX: [500, say.failed],
}

function fromDatabase(error: pg.DatabaseError, caller: Caller): RestError {
	if (error.code === sessionEndedCode) return restError('session_ended', { cause: error })
	const state = error.code ?? ''
	const [status, hint] = byState[state] ?? byState[state.slice(0, 2)] ?? [400, say.invalid]
	if (status === 500) return restError('failed', { cause: error })
	if (status === 503) return restError('unavailable', { cause: error })
	const isForVisitors = state === '42501' && caller.role === 'anon'
	const sentence = error.hint ?? (isForVisitors ? say.signIn : hint)
	return new RestError(isForVisitors ? 401 : status, state, error.message, error.detail ?? null, sentence, error)
}

/** The driver has no class for it: codes of the operating system, else its own sentences. */
function isConnectionLoss(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	const code = 'code' in error ? String(error.code) : ''
	return (
		/^(ECONN|EPIPE|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)/.test(code) ||
		/^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message)
	)
}

/** What the log may know of a failure: where it comes from, never what somebody wrote. */
export function describeFailure(error: unknown): Record<string, unknown> {
	if (error instanceof pg.DatabaseError) {
		const { code, severity, routine, schema, table, column, constraint } = error
		return { sqlState: code, severity, routine, schema, table, column, constraint }
	}
	if (error instanceof RestError)
		return { code: error.code, cause: error.cause ? describeFailure(error.cause) : undefined }
	return { err: error }
}
