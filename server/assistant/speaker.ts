// The seam between what the gates decide and who puts it into words: the guide engine, or a language model.
import type { AnswerSource, ReplyKind } from '../../contracts/assistant.ts'
import type { Considered } from './answer.ts'
import type { ConversationState } from './state.ts'

/** Whom the words are for: a signed-in person, a visitor's demo, or somebody who asks how the site works. */
export type Audience = 'person' | 'visitor' | 'helper'

export type Brief = {
	audience: Audience
	question: string
	/** What was said before, oldest first. */
	turns: ConversationState['turns']
	considered: Considered
	/** The person's name, e-mail and telephone, which leave the server in no request. */
	personal: readonly string[]
	/** True when the answer before this question ran into its token limit: 'continúa' then asks for the rest of it. */
	wasCut?: boolean
}

export type Said = {
	/** The whole answer as it was released. */
	reply: string
	sources: AnswerSource[]
	kind: ReplyKind
	/** True when the model ran into its token limit, so that there is more to say. */
	isCut: boolean
	/** The topic it rests on, where the gates had settled on none: what is asked next goes on with it. */
	topic?: string
}

/**
 * Puts an answer into words. Each piece is released once, as soon as it may be said; together the pieces are the reply.
 * Throws a named failure when nothing can be said; an abort by `signal` throws its reason.
 */
export type Speaker = (brief: Brief, release: (piece: string) => void, signal: AbortSignal) => Promise<Said>
