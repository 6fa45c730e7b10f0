import { type BackendError, commonErrorText } from '../../backend/errors.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why a question got no answer, by the code of the refusal. */
export function SendFailure({ failure }: { failure: BackendError }) {
	// What to do about it is said by the notice that came up with it.
	if (failure.code === 'limit_reached') return <p className="mb-4 text-ink-soft">{m.chat_unanswered()}</p>
	return (
		<Notice tone="danger" className="mb-4" title={m.chat_send_failed()}>
			<p>{failureText(failure)}</p>
		</Notice>
	)
}

/** Whether the same question may fare better a moment later. */
export function mayHelpToRetry(failure: BackendError): boolean {
	return !lasting.has(failure.code)
}

const lasting = new Set(['limit_reached', 'provider_key_invalid', 'provider_quota', 'provider_model_unknown'])

function failureText(failure: BackendError): string {
	return failureTexts.get(failure.code)?.() ?? commonErrorText(failure, { locale: 'es' }) ?? m.chat_answer_failed()
}

const failureTexts = new Map([
	['provider_key_invalid', () => m.chat_key_invalid()],
	['provider_quota', () => m.chat_quota_used()],
	['provider_model_unknown', () => m.chat_model_unknown()],
	['provider_rate_limited', () => m.backend_too_many_requests({}, { locale: 'es' })],
	['answer_running', () => m.chat_still_answering()],
])
