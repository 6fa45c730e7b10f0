// One shape for what the three bases answer when something went wrong. Errors are matched by code; texts of the
// server are for the log.
import { m } from '../i18n/messages.ts'

export class BackendError extends Error {
	readonly code: string
	/** 0 when no answer came at all. */
	readonly status: number

	constructor(code: string, status: number, cause?: unknown) {
		super(`the backend answered ${status} ${code}`, { cause })
		this.code = code
		this.status = status
	}
}

/** The same error with a code and a status, whichever client it comes from. `status` is for answers that carry it apart. */
export function backendError(cause: unknown, status?: number): BackendError {
	if (cause instanceof BackendError) return cause
	const error = (typeof cause === 'object' && cause !== null ? cause : {}) as Record<string, unknown>
	const answered = typeof error.status === 'number' ? error.status : (status ?? 0)
	if (error.name === 'AbortError') return new BackendError('stopped', 0, cause)
	// 502 to 504 come from a proxy that found nobody home.
	if (answered === 0 || answered >= 502) return new BackendError('unreachable', answered, cause)
	// This installation has no provider for it. The accounts' client takes that for a passing failure and drops the code.
	const otherwise = answered === 501 ? 'not_offered' : 'unknown'
	return new BackendError(typeof error.code === 'string' && error.code ? error.code : otherwise, answered, cause)
}

/** Whether the person has to sign in again. */
export function isSessionEnd(error: unknown): boolean {
	return error instanceof BackendError && (error.status === 401 || endedCodes.has(error.code))
}

export function isUnreachable(error: unknown): boolean {
	return error instanceof BackendError && error.code === 'unreachable'
}

/** What every screen says alike: no connection, too many requests. Null where the screen knows better. */
export function commonErrorText(error: unknown, options?: { locale?: 'es' | 'en' }): string | null {
	if (!(error instanceof BackendError)) return null
	if (error.code === 'unreachable') return m.backend_unreachable({}, options)
	if (error.status === 429 || error.code.startsWith('over_')) return m.backend_too_many_requests({}, options)
	return null
}

const endedCodes = new Set([
	'bad_jwt',
	'not_authenticated',
	'refresh_token_already_used',
	'refresh_token_not_found',
	'session_expired',
	'session_not_found',
	'user_banned',
])
