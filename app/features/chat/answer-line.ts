// The calls an answer is heard through: asking, taking up again, stopping.
import { deleteAtFunction, resumeStream, streamFunction } from '../../backend/functions.ts'
import { type AnswerEvent, type AnswerLine, pauseOrWake } from './hear-answer.ts'
import type { PendingAnswer } from './pending-answer.ts'

const answerFunction = 'chat-completion-with-context'

/** The line for that question; asking on it again never asks the assistant twice. */
export function lineFor({ requestId, question, savedChatId }: PendingAnswer): AnswerLine {
	const body = { message: question, requestId, ...(savedChatId ? { savedChatId } : {}) }
	return {
		ask: (signal) => streamFunction<AnswerEvent>(answerFunction, body, { signal, timeoutMs: startTimeoutMs }),
		takeUp: (answerId, lastEventId, signal) =>
			resumeStream<AnswerEvent>(`${answerFunction}/${answerId}`, lastEventId, { signal, timeoutMs: startTimeoutMs }),
		pause: pauseOrWake,
	}
}

const startTimeoutMs = 20_000

/** How long a stop may take before it is no longer waited for. */
export const stopTimeoutMs = 5000

/** Ends the answer on the server; whether it could be reached is no matter to the person. */
export async function deleteAnswer({ answerId }: PendingAnswer): Promise<void> {
	if (!answerId) return
	await deleteAtFunction(`${answerFunction}/${answerId}`, { timeoutMs: stopTimeoutMs }).catch(() => {})
}
