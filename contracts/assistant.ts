// What goes over the wire between the chat screen and the assistant (`/functions/v1/chat-completion-with-context`).
import { z } from 'zod'

/** Characters of a question after trimming. */
export const longestQuestion = 2_000

export const chatRequestSchema = z.object({
	message: z.string().trim(),
	/** Made by the client for each question; the same one again gives the same answer without asking twice. */
	requestId: z
		.string()
		.regex(/^[A-Za-z0-9-]{8,64}$/)
		.optional(),
	/** One of the person's own saved conversations, taken up as memory. */
	savedChatId: z.uuid().optional(),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

export type AnswerSource = {
	title: string
	/** The official page. */
	url: string
	/** Date of the official text the topic was compared with; null while nobody has seen one. */
	reviewed: string | null
	/** Path of our own page about it; null where there is none. */
	guide: string | null
}

/** What sort of reply it is, so that a page can show an urgent one as urgent. `ignored`: there was nothing to answer. */
export const replyKinds = ['answer', 'clarify', 'urgent', 'offtopic', 'unknown', 'ignored'] as const
export type ReplyKind = (typeof replyKinds)[number]

export type ChatAnswer = {
	id: string
	reply: string
	sources: AnswerSource[]
	kind: ReplyKind
	/** There is more to say: 'Continúa' goes on. */
	cut?: true
	/** The person stopped it; the reply is what had been said by then. */
	stopped?: true
}

/**
 * Events of the streamed answer, in this order; `delta` once per sentence or more often. Each has a number as its id, the
 * same for every reader, so that an answer can be taken up again from the event after one.
 */
export type ChatEvent =
	| { event: 'start'; data: { id: string } }
	| { event: 'delta'; data: { text: string } }
	| { event: 'done'; data: Omit<ChatAnswer, 'id'> }
	| { event: 'error'; data: FunctionFailure }

/** `error` is the sentence for the person; programs go by `code`. */
export type FunctionFailure = { error: string; code: string }
