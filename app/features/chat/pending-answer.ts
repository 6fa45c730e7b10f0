// The question whose answer is still awaited, kept for a reload of the tab. It goes with the answer, and at sign-out.
import { inThisTab, personalKey } from '../../backend/device-storage.ts'

export type PendingAnswer = {
	/** The turn's id: asking again with it never asks twice. */
	requestId: string
	question: string
	/** The answer's own id, once it has begun. */
	answerId: string | null
	/** The saved conversation that the page was opened with. */
	conversation: string | null
	/** The saved conversation the assistant has still to read. */
	savedChatId: string | null
}

const pendingKey = personalKey('chat-pending')

export function rememberPending(pending: PendingAnswer): void {
	inThisTab().setItem(pendingKey, JSON.stringify(pending))
}

/** Forgets it; a newer question's stays. */
export function forgetPending(requestId: string): void {
	if (readPending()?.requestId === requestId) inThisTab().removeItem(pendingKey)
}

export function readPending(): PendingAnswer | null {
	try {
		const value: unknown = JSON.parse(inThisTab().getItem(pendingKey) ?? 'null')
		return isPending(value) ? value : null
	} catch {
		return null
	}
}

function isPending(value: unknown): value is PendingAnswer {
	if (typeof value !== 'object' || value === null) return false
	const { requestId, question, ...ids } = value as Record<keyof PendingAnswer, unknown>
	const isTextOrNull = (id: unknown) => id === null || typeof id === 'string'
	return (
		typeof requestId === 'string' &&
		typeof question === 'string' &&
		[ids.answerId, ids.conversation, ids.savedChatId].every(isTextOrNull)
	)
}
