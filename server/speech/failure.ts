import type { Logger } from 'pino'

/** Why nothing is said or heard. It holds neither the text nor a provider's sentence, which may repeat the text. */
export class SpeechFailure extends Error {
	override name = 'SpeechFailure'
	readonly code: SpeechFailureCode
	/** The status and the provider's own word, such as `401 quota_exceeded`. */
	readonly detail: string
	/** Seconds to wait, where waiting helps. */
	readonly retryAfter: number | undefined

	constructor(code: SpeechFailureCode, { detail = '', retryAfter }: { detail?: string; retryAfter?: number } = {}) {
		super(detail ? `${explanations[code]} (${detail})` : explanations[code])
		this.code = code
		this.detail = detail
		this.retryAfter = retryAfter
	}
}

const explanations = {
	unavailable: 'this installation has no provider for speech',
	over_budget: 'the calls of the day are used up',
	key_refused: 'the provider refuses the key',
	quota_used: 'the account at the provider is used up',
	busy: 'the provider takes no more calls at this moment',
	unknown_voice: 'there is no such voice',
	slow: 'the provider does not answer in time',
	failed: 'the provider cannot be reached or does not work',
	stopped: 'nobody listens any more',
}

export type SpeechFailureCode = keyof typeof explanations

/** One line for the operator; that nobody listens any more is none. */
export function tellFailure(log: Logger, provider: string, error: unknown, figures: Record<string, number>): void {
	const { code, detail } = error instanceof SpeechFailure ? error : { code: undefined, detail: undefined }
	if (code === undefined) log.error({ err: error, provider, ...figures }, 'speech failed')
	else if (code === 'stopped' || code === 'over_budget') log.debug({ provider, code, ...figures }, 'speech not made')
	else log.error({ provider, code, detail, ...figures }, 'speech failed')
}
