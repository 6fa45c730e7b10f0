import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { backendError, isUnreachable } from '../../backend/errors.ts'
import { callFunction } from '../../backend/functions.ts'
import { announceSessionEnd } from '../../backend/session-end.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { deleteAnswer, lineFor, stopTimeoutMs } from './answer-line.ts'
import { type Conversation, changeConversation, type Turn, waitingTurn } from './conversation.ts'
import { hearAnswer } from './hear-answer.ts'
import { forgetPending, type PendingAnswer, readPending, rememberPending } from './pending-answer.ts'
import { newRequestId } from './request-id.ts'
import { useFreshMemory } from './use-fresh-memory.ts'

export type ConversationControls = {
	turns: Conversation
	ask(question: string): void
	retry(turn: Turn): void
	/** Takes a question back, to be changed. */
	withdraw(turn: Turn): void
	/** Ends the answer with what has been said. */
	stop(): void
	/** Forgets the conversation, here and on the server; fails when the server does not answer. */
	clear(): Promise<void>
}

/** An answer that is being heard. */
type Running = {
	controller: AbortController
	pending: PendingAnswer
	hasHeard: boolean
	/** The person wants no more of it. */
	isStopped: boolean
	/** Resolves when the server has nothing to do for it any more. */
	settled: Promise<void>
	settle(): void
}

/** The conversation with the assistant; `reopened` is a saved one to go on with. */
export function useConversation(reopened: Turn | null): ConversationControls {
	const conversation = reopened?.id ?? null
	const [awaited] = useState(() => awaitedIn(conversation))
	const [turns, change] = useReducer(changeConversation, [
		...(reopened ? [reopened] : []),
		...(awaited ? [waitingTurn(awaited.requestId, awaited.question)] : []),
	])
	const memoryIsReady = useFreshMemory(reopened !== null || awaited !== null)
	const running = useRef<Running | null>(null)
	const stopping = useRef<Promise<unknown>>(Promise.resolve())
	const savedChatId = useRef(awaited ? awaited.savedChatId : conversation)

	const run = useCallback(
		async (pending: PendingAnswer) => {
			const { requestId: id } = pending
			const own = newRunning(pending)
			const { signal } = own.controller
			running.current = own
			rememberPending(pending)
			try {
				await Promise.all([memoryIsReady(), stopping.current])
				signal.throwIfAborted()
				const { answerId } = pending
				const answer = await hearAnswer(lineFor(pending), listenerOf(own, change), { answerId, signal })
				// From now on the assistant remembers; named again, the saved conversation would be all it knows.
				savedChatId.current = null
				forgetPending(id)
				change({ type: 'answered', id, answer })
			} catch (cause) {
				if (signal.aborted || own.isStopped) return
				const failure = backendError(cause)
				// Without a connection nobody knows what became of it: it is asked about again after a reload.
				if (!isUnreachable(failure)) forgetPending(id)
				announceSessionEnd(failure)
				// Deleted in the meantime: the conversation goes on without it.
				if (failure.code === 'saved_chat_not_found') savedChatId.current = null
				if (failure.code === 'limit_reached') toast.error(m.chat_limit_reached(), m.chat_limit_reached_text())
				change({ type: 'failed', id, failure })
			} finally {
				if (running.current === own) running.current = null
				if (!own.isStopped || !own.pending.answerId) own.settle()
			}
		},
		[memoryIsReady],
	)

	useEffect(() => {
		if (awaited) void run(awaited)
		else stopping.current = dropForgotten(conversation)
		return () => running.current?.controller.abort()
	}, [run, awaited, conversation])

	const start = (id: string, question: string) => {
		change({ type: 'asked', id, question })
		void run({ requestId: id, question, answerId: null, conversation, savedChatId: savedChatId.current })
	}

	const stop = () => {
		const own = running.current
		if (!own) return
		change({ type: 'stopped', id: own.pending.requestId })
		forgetPending(own.pending.requestId)
		// What was said is remembered, and the saved conversation with it.
		if (own.hasHeard) savedChatId.current = null
		own.isStopped = true
		running.current = null
		if (own.pending.answerId) void stopOnServer(own)
		stopping.current = Promise.race([own.settled, new Promise((resolve) => setTimeout(resolve, stopTimeoutMs))])
	}

	return {
		turns,
		ask: (question) => start(newRequestId(), question),
		// A stopped question has been answered in part; a new id makes it a new question.
		retry: (turn) => {
			if (turn.status === 'stopped') change({ type: 'withdrawn', id: turn.id })
			start(turn.status === 'stopped' ? newRequestId() : turn.id, turn.question)
		},
		withdraw: (turn) => {
			forgetPending(turn.id)
			change({ type: 'withdrawn', id: turn.id })
		},
		stop,
		clear: async () => {
			stop()
			await callFunction('clear-context', {})
			savedChatId.current = null
			change({ type: 'cleared' })
		},
	}
}

function listenerOf(own: Running, change: (event: Parameters<typeof changeConversation>[1]) => void) {
	const { requestId: id } = own.pending
	return {
		onBegun(answerId: string) {
			own.pending = { ...own.pending, answerId }
			// Stopped before it had a name to be stopped by.
			if (own.isStopped) return void stopOnServer(own)
			rememberPending(own.pending)
			change({ type: 'begun', id })
		},
		onText(text: string) {
			own.hasHeard = true
			change({ type: 'heard', id, text })
		},
		onInterrupted: () => change({ type: 'interrupted', id }),
	}
}

function newRunning(pending: PendingAnswer): Running {
	let settle = () => {}
	const settled = new Promise<void>((resolve) => {
		settle = resolve
	})
	return { controller: new AbortController(), pending, hasHeard: false, isStopped: false, settled, settle }
}

/** The next question waits for it, but not for ever. */
async function stopOnServer(own: Running): Promise<void> {
	own.controller.abort()
	await deleteAnswer(own.pending)
	own.settle()
}

/** The question this conversation was left with, by a reload or for another page. */
function awaitedIn(conversation: string | null): PendingAnswer | null {
	const pending = readPending()
	return pending?.conversation === conversation ? pending : null
}

/** An answer that was awaited in another conversation, which has been left for good. */
async function dropForgotten(conversation: string | null): Promise<void> {
	const forgotten = readPending()
	if (!forgotten || forgotten.conversation === conversation) return
	forgetPending(forgotten.requestId)
	await deleteAnswer(forgotten)
}
