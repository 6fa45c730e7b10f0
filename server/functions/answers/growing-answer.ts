// An answer as its readers see it: pieces that grow in number, then an end. It may be growing in this process, in another
// one, or be over; readers cannot tell.
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatAnswer, ChatEvent } from '../../../contracts/assistant.ts'
import { type FunctionError, functionErrorBody } from '../errors.ts'

export type AnswerEnd = { answer: ChatAnswer } | { failure: FunctionError }
export type AnswerSoFar = { id: string; pieces: readonly string[]; end?: AnswerEnd | undefined }

export type GrowingAnswer = {
	look(): Promise<AnswerSoFar & { /** Resolves when it may be worth looking again. */ changed(): Promise<unknown> }>
}

export type NumberedEvent = ChatEvent & { id: number }

/** The events after the one numbered `after`: 1 is the start, then one for each piece, then the end. */
export async function* answerEvents(
	{ look }: GrowingAnswer,
	after: number,
	signal?: AbortSignal,
): AsyncGenerator<NumberedEvent> {
	let told = after
	while (!signal?.aborted) {
		const { id, pieces, end, changed } = await look()
		if (told < 1) {
			told = 1
			yield { id: told, event: 'start', data: { id } }
		}
		for (const text of pieces.slice(told - 1)) {
			told += 1
			yield { id: told, event: 'delta', data: { text } }
		}
		if (end) return yield { id: pieces.length + 2, ...endEvent(end) }
		await changed()
	}
}

/** The whole answer, once it is there. */
export async function wholeAnswer({ look }: GrowingAnswer): Promise<ChatAnswer> {
	for (;;) {
		const { end, changed } = await look()
		if (end && 'failure' in end) throw end.failure
		if (end) return end.answer
		await changed()
	}
}

/** An answer that is over. */
export function finishedAnswer(answer: ChatAnswer, pieces: readonly string[]): GrowingAnswer {
	return { look: async () => ({ id: answer.id, pieces, end: { answer }, changed: async () => {} }) }
}

/** An answer that is looked at again and again, because another process gives it. */
export function polledAnswer(read: () => Promise<AnswerSoFar>, everyMs: number): GrowingAnswer {
	return { look: async () => ({ ...(await read()), changed: () => pause(everyMs) }) }
}

function endEvent(end: AnswerEnd): ChatEvent {
	if ('failure' in end) return { event: 'error', data: functionErrorBody(end.failure) }
	const { id: _, ...data } = end.answer
	return { event: 'done', data }
}
