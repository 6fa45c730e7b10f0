// What the assistant remembers of a conversation under way: small JSON, one per person. Only what a follow-up needs.
import { z } from 'zod'
import { replyKinds } from '../../contracts/assistant.ts'
import { type FacetName, facetHeadings } from '../../contracts/guide.ts'

const facet = z.enum(Object.values(facetHeadings) as [FacetName, ...FacetName[]])

const interviewSchema = z.object({
	/** Times the assistant has asked. */
	asked: z.number(),
	/** True once the ways have been explained. */
	explained: z.boolean().optional(),
	/** True when somebody else than the speaker wants papers. */
	isForOther: z.boolean().optional(),
	entry: z.string().optional(),
	year: z.number().optional(),
	grounds: z.array(z.string()),
})
export type InterviewState = z.infer<typeof interviewSchema>

export const conversationStateSchema = z.object({
	/** The topic under discussion, what of it was told, and a list cut short. */
	topic: z
		.object({
			id: z.string(),
			/** The side told last stands at the end. */
			told: z.array(facet),
			rest: z.object({ facet, from: z.number() }).optional(),
			/** Times the last reply was put more simply. */
			easier: z.number().optional(),
		})
		.optional(),
	/** Topics offered when the last question was not understood. */
	choices: z.array(z.string()).optional(),
	interview: interviewSchema.optional(),
	/** Urgent replies already given in full. */
	urgent: z.array(z.string()).optional(),
	turns: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
	/** True when the last answer was cut or stopped, so that 'continúa' goes on with it. */
	cut: z.boolean().optional(),
	/** The last answer, to give it again: to the same request, or to a reader who lost the connection. */
	last: z
		.object({
			requestId: z.string(),
			id: z.string(),
			/** As it was said, piece by piece. */
			pieces: z.array(z.string()),
			kind: z.enum(replyKinds),
			sources: z.array(
				z.object({ title: z.string(), url: z.string(), reviewed: z.string().nullable(), guide: z.string().nullable() }),
			),
			cut: z.literal(true).optional(),
			stopped: z.literal(true).optional(),
		})
		.optional(),
})
export type ConversationState = z.infer<typeof conversationStateSchema>

export const emptyState: ConversationState = { turns: [] }

const mostTurns = 10
const longestRemembered = { question: 400, answer: 700 }

/** The state in `value`; one that an older version wrote and nobody understands any more begins afresh. */
export function readState(value: unknown): ConversationState {
	const parsed = conversationStateSchema.safeParse(value)
	return parsed.success ? parsed.data : emptyState
}

/** `state` with one more turn, capped. */
export function rememberTurn(state: ConversationState, question: string, answer: string): ConversationState {
	const turn = { question: cut(question, longestRemembered.question), answer: cut(answer, longestRemembered.answer) }
	return { ...state, turns: [...state.turns, turn].slice(-mostTurns) }
}

/** The memory with which a saved conversation is taken up again. */
export function stateOfSavedChat(question: string, answer: string, topic: string | undefined): ConversationState {
	return rememberTurn({ turns: [], ...(topic ? { topic: { id: topic, told: [] } } : {}) }, question, answer)
}

function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
