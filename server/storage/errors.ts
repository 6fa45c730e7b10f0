// The errors of /storage/v1 in the hosted platform's shape: clients read `statusCode`, `error` and `message`. Over HTTP
// that platform says 400 whatever happened; the true status stands in the body. Here those keep theirs that proxies,
// browsers and other HTTP clients act upon.
import type { Context } from 'hono'
import pg from 'pg'
import { sessionEndedCode } from '../database/database.ts'

const cases = {
	bucket_exists: [409, 'Duplicate', 'The resource already exists'],
	bucket_not_empty: [409, 'InvalidRequest', 'The bucket you tried to delete is not empty'],
	bucket_not_found: [404, 'Bucket not found', 'Bucket not found'],
	broken_body: [400, 'InvalidRequest', 'The upload broke off or its form cannot be read'],
	conflict: [409, 'Conflict', 'The object changed meanwhile; try again'],
	invalid_bucket_name: [400, 'Invalid Input', 'Bucket name invalid'],
	invalid_key: [400, 'InvalidKey', 'Invalid key'],
	invalid_mime_type: [415, 'invalid_mime_type', 'The mime type is not supported'],
	invalid_request: [400, 'InvalidRequest', 'The request has a field that is missing or wrong'],
	invalid_signature: [400, 'InvalidSignature', 'Invalid signature'],
	invalid_token: [400, 'InvalidJWT', 'Invalid JWT'],
	no_file: [400, 'InvalidRequest', 'No content provided'],
	not_allowed: [403, 'Unauthorized', 'new row violates row-level security policy'],
	not_kept_here: [
		501,
		'NotSupported',
		'This database keeps no content of files: name the service that does in STORAGE_UPSTREAM_URL',
	],
	not_supported: [409, 'FeatureNotEnabled', 'The feature is not enabled for this resource'],
	object_exists: [409, 'Duplicate', 'The resource already exists'],
	object_not_found: [404, 'not_found', 'Object not found'],
	session_ended: [401, 'Unauthorized', 'The session has ended'],
	too_large: [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
	too_slow: [503, 'DatabaseTimeout', 'The database took too long; try again later'],
	unavailable: [503, 'SlowDown', 'The database cannot be reached; try again later'],
	unexpected: [500, 'InternalError', 'Internal server error'],
	unknown_path: [404, 'not_found', 'There is nothing at this address'],
	unsatisfiable_range: [416, 'InvalidRange', 'invalid range provided'],
} as const satisfies Record<string, readonly [number, string, string]>

export type StorageErrorName = keyof typeof cases

export class StorageError extends Error {
	override name = 'StorageError'
	readonly case: StorageErrorName
	/** What happened, as a status of HTTP. */
	readonly statusCode: number

	constructor(name: StorageErrorName, message?: string, cause?: unknown) {
		super(message ?? cases[name][2], { cause })
		this.case = name
		this.statusCode = cases[name][0]
	}
}

/** The answer for `error`. */
export function storageErrorAnswer(c: Context, error: StorageError): Response {
	if (error.case === 'session_ended') c.header('WWW-Authenticate', 'Bearer')
	const body = { statusCode: String(error.statusCode), error: cases[error.case][1], message: error.message }
	return c.json(body, statusOnTheWire(error) as 400)
}

function statusOnTheWire({ case: name, statusCode }: StorageError): number {
	const keepsItsOwn = statusCode >= 500 || [401, 413, 416].includes(statusCode) || name === 'unknown_path'
	return keepsItsOwn ? statusCode : 400
}

/** What the client is told about `error`, whatever it is. */
export function asStorageError(error: unknown): StorageError {
	if (error instanceof StorageError) return error
	if (error instanceof pg.DatabaseError) return fromDatabase(error)
	return new StorageError(isConnectionLoss(error) ? 'unavailable' : 'unexpected', undefined, error)
}

/** By SQLSTATE, the longest prefix counts. */
const byState: Record<string, StorageErrorName> = {
	[sessionEndedCode]: 'session_ended',
	'08': 'unavailable',
	'22': 'invalid_request',
	'23': 'invalid_request',
	'23503': 'bucket_not_found',
	'23505': 'object_exists',
	'3F000': 'not_kept_here',
	'40': 'conflict',
	'42501': 'not_allowed',
	'42703': 'not_kept_here',
	'42P01': 'not_kept_here',
	'53': 'unavailable',
	'57': 'unavailable',
	'57014': 'too_slow',
}

function fromDatabase(error: pg.DatabaseError): StorageError {
	const state = error.code ?? ''
	return new StorageError(byState[state] ?? byState[state.slice(0, 2)] ?? 'unexpected', undefined, error)
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

/** What the log may know of a failure: where it comes from, never a name or a value. */
export function describeFailure(error: StorageError): Record<string, unknown> {
	const { cause } = error
	if (!(cause instanceof pg.DatabaseError)) return { case: error.case, err: cause }
	const { code, severity, routine, schema, table, constraint } = cause
	return { case: error.case, sqlState: code, severity, routine, schema, table, constraint }
}
