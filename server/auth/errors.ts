// The cases of /auth/v1, with the codes, texts and statuses of the hosted platform: clients match them by code.
import type { Context } from 'hono'

const cases = {
	anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
	bad_gateway: [502, 'The service that keeps the accounts cannot be reached'],
	bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
	bad_json: [400, 'Could not parse request body as JSON'],
	bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
	current_password_invalid: [400, 'Current password is incorrect.'],
	current_password_required: [400, 'Current password required when setting new password.'],
	email_address_invalid: [400, 'Unable to validate email address: invalid format'],
	email_exists: [422, 'A user with this email address has already been registered'],
	email_not_confirmed: [400, 'Email not confirmed'],
	email_provider_disabled: [501, 'This installation has no provider for mail'],
	email_send_failed: [422, 'The mail could not be sent'],
	flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
	invalid_credentials: [400, 'Invalid login credentials'],
	manual_linking_disabled: [404, 'Manual linking is disabled'],
	method_not_allowed: [405, 'This address does not take that method'],
	mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled'],
	no_authorization: [401, 'This endpoint requires a Bearer token'],
	not_admin: [403, 'User not allowed'],
	not_found: [404, 'There is nothing at this address'],
	otp_expired: [403, 'Token has expired or is invalid'],
	over_email_send_rate_limit: [429, 'For security purposes, you can only request this later.'],
	over_request_rate_limit: [429, 'Request rate limit reached'],
	over_sms_send_rate_limit: [429, 'For security purposes, you can only request this later.'],
	phone_exists: [422, 'A user with this phone number has already been registered'],
	phone_not_confirmed: [400, 'Phone not confirmed'],
	phone_provider_disabled: [501, 'This installation has no provider for text messages'],
	provider_disabled: [422, 'This way of signing in is not offered here'],
	reauthentication_needed: [400, 'Password update requires reauthentication'],
	reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
	refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
	refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
	request_too_large: [413, 'The request body is too large'],
	request_timeout: [504, 'The service that keeps the accounts did not answer in time'],
	same_password: [422, 'New password should be different from the old password.'],
	saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
	session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
	sms_send_failed: [422, 'The text message could not be sent'],
	unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
	unsupported_grant_type: [400, 'unsupported_grant_type'],
	user_already_exists: [422, 'User already registered'],
	user_banned: [403, 'User is banned'],
	user_not_found: [404, 'User not found'],
	validation_failed: [400, 'The request has a field that is missing or wrong'],
	weak_password: [422, 'Password should be at least 6 characters.'],
} as const satisfies Record<string, readonly [number, string]>

export type AuthErrorCode = keyof typeof cases

/** Fields other than these two become part of the answer. */
export type AuthErrorOptions = { retryAfterSeconds?: number; cause?: unknown; [field: string]: unknown }

export class AuthError extends Error {
	readonly code: AuthErrorCode
	readonly status: number
	readonly extra: Record<string, unknown>
	readonly retryAfterSeconds: number | undefined

	constructor(code: AuthErrorCode, message?: string, { retryAfterSeconds, cause, ...extra }: AuthErrorOptions = {}) {
		super(message ?? cases[code][1], { cause })
		this.code = code
		this.status = cases[code][0]
		this.extra = extra
		this.retryAfterSeconds = retryAfterSeconds
	}
}

const namedCodesSince = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

/** The answer for `error`, in the shape of the protocol version that the client asked for. */
export function authErrorAnswer(c: Context, error: AuthError): Response {
	const status = error.status as 400
	if (error.retryAfterSeconds) c.header('Retry-After', String(error.retryAfterSeconds))
	if ((c.req.header(versionHeader) ?? '') >= namedCodesSince) {
		c.header(versionHeader, namedCodesSince)
		return c.json({ code: error.code, message: error.message, ...error.extra }, status)
	}
	return c.json({ code: status, error_code: error.code, msg: error.message, ...error.extra }, status)
}
