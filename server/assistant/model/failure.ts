// The ways in which a language model's service fails for good. What the person reads about each stands in the catalogues of
// the bases that tell them.

export const modelFailureCodes = [
	'provider_key_invalid',
	'provider_quota',
	'provider_rate_limited',
	'provider_model_unknown',
	'provider_failed',
] as const
export type ModelFailureCode = (typeof modelFailureCodes)[number]

/** `detail` is for the log: a status or a kind, never what the provider wrote. */
export class ModelFailure extends Error {
	readonly code: ModelFailureCode
	readonly detail: string

	constructor(code: ModelFailureCode, detail: string, options?: ErrorOptions) {
		super(`the language model's service failed: ${detail}`, options)
		this.code = code
		this.detail = detail
	}
}
