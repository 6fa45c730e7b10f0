import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { ChatEvent } from '../../../contracts/assistant.ts'
import { backendError } from '../../backend/errors.ts'
import { callFunction, streamFunction } from '../../backend/functions.ts'
import { announceSessionEnd } from '../../backend/session-end.ts'
import { type Conversation, changeConversation, type Turn } from './conversation.ts'
import { newRequestId } from './request-id.ts'
import { useFreshMemory } from './use-fresh-memory.ts'

/** What the stream says when all went well. */
type AnswerEvent = Exclude<ChatEvent, { event: 'error' }>

export type ConversationControls = {
	turns: Conversation
	ask(question: string): void
	retry(turn: Turn): void
	/** Takes a question back, to be changed. */
	withdraw(turn: Turn): void
	/** Stops waiting for the answer. */
	stop(): void
	/** Forgets the conversation, here and on the server; fails when the server does not answer. */
	clear(): Promise<void>
}

/** The conversation with the assistant; `reopened` is a saved one to go on with. */
export function useConversation(reopened: Turn | null): ConversationControls {
	const [turns, change] = useReducer(changeConversation, reopened ? [reopened] : [])
	const memoryIsReady = useFreshMemory(reopened !== null)
	const running = useRef<AbortController | null>(null)
	const savedChatId = useRef(reopened?.id)
	useEffect(() => () => running.current?.abort(), [])

	const run = useCallback(
		async (id: string, question: string) => {
			const controller = new AbortController()
			running.current = controller
			change({ type: 'asked', id, question })
			try {
				await memoryIsReady()
				const options = { signal: controller.signal }
				const body = { message: question, requestId: id, savedChatId: savedChatId.current }
				for await (const { event, data } of streamFunction<AnswerEvent>(answerFunction, body, options)) {
					if (event === 'delta') change({ type: 'heard', id, text: data.text })
					if (event !== 'done') continue
					// From now on the assistant remembers; named again, the saved conversation would be all it knows.
					savedChatId.current = undefined
					change({
						type: 'answered',
						id,
						answer: data.reply,
						sources: data.sources,
						isUrgent: data.kind === 'urgent',
					})
				}
			} catch (cause) {
				if (controller.signal.aborted) return change({ type: 'stopped', id })
				const failure = backendError(cause)
				announceSessionEnd(failure)
				// Deleted in the meantime: the conversation goes on without it.
				if (failure.code === 'saved_chat_not_found') savedChatId.current = undefined
				change({ type: 'failed', id, failure })
			} finally {
				if (running.current === controller) running.current = null
			}
		},
		[memoryIsReady],
	)

	const stop = () => running.current?.abort()

	return {
		turns,
		ask: (question) => void run(newRequestId(), question),
		// A stopped question may have been answered on the server; a new id makes it a new question.
		retry: (turn) => {
			if (turn.status === 'stopped') change({ type: 'withdrawn', id: turn.id })
			void run(turn.status === 'stopped' ? newRequestId() : turn.id, turn.question)
		},
		withdraw: (turn) => change({ type: 'withdrawn', id: turn.id }),
		stop,
		clear: async () => {
			stop()
			await callFunction('clear-context', {})
			savedChatId.current = undefined
			change({ type: 'cleared' })
		},
	}
}

const answerFunction = 'chat-completion-with-context'
