import { type BackendError, commonErrorText } from '../../backend/errors.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why a question got no answer, by the code of the refusal. */
export function SendFailure({ failure }: { failure: BackendError }) {
	if (failure.code === 'limit_reached') {
		return (
			<Notice tone="warning" className="mb-4" title={m.chat_limit_reached()}>
				<p>{m.chat_limit_reached_text()}</p>
			</Notice>
		)
	}
	return (
		<Notice tone="danger" className="mb-4" title={m.chat_send_failed()}>
			<p>{commonErrorText(failure, { locale: 'es' }) ?? m.chat_answer_failed()}</p>
		</Notice>
	)
}
