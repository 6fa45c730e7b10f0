// The cases of /auth/v1, with the codes, texts and statuses of the hosted platform: clients match them by code.
import type { Context } from 'hono'

const cases = {
	bad_json: [400, 'Could not parse request body as JSON'],
	bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
	email_address_invalid: [400, 'Unable to validate email address: invalid format'],
	invalid_credentials: [400, 'Invalid login credentials'],
	no_authorization: [401, 'This endpoint requires a Bearer token'],
	not_found: [404, 'There is nothing at this address'],
	method_not_allowed: [405, 'This address does not take that method'],
	phone_provider_disabled: [422, 'Unsupported phone provider'],
	refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
	refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
	request_too_large: [413, 'The request body is too large'],
	same_password: [422, 'New password should be different from the old password.'],
	session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
	unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
	unsupported_grant_type: [400, 'unsupported_grant_type'],
	user_already_exists: [422, 'User already registered'],
	email_exists: [422, 'A user with this email address has already been registered'],
	current_password_required: [400, 'Current password required when setting new password.'],
	current_password_invalid: [400, 'Current password is incorrect.'],
	user_banned: [403, 'User is banned'],
	validation_failed: [400, 'The request has a field that is missing or wrong'],
	weak_password: [422, 'Password should be at least 6 characters.'],
} as const satisfies Record<string, readonly [number, string]>

export type AuthErrorCode = keyof typeof cases

export class AuthError extends Error {
	readonly code: AuthErrorCode
	readonly status: number
	readonly extra: Record<string, unknown>

	constructor(code: AuthErrorCode, message?: string, extra: Record<string, unknown> = {}) {
		super(message ?? cases[code][1])
		this.code = code
		this.status = cases[code][0]
		this.extra = extra
	}
}

const namedCodesSince = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

/** The answer for `error`, in the shape of the protocol version that the client asked for. */
export function authErrorAnswer(c: Context, error: AuthError): Response {
	const status = error.status as 400
	if ((c.req.header(versionHeader) ?? '') >= namedCodesSince) {
		c.header(versionHeader, namedCodesSince)
		return c.json({ code: error.code, message: error.message, ...error.extra }, status)
	}
	return c.json({ code: status, error_code: error.code, msg: error.message, ...error.extra }, status)
}
