// The conversation on the screen: a list of turns, each a question and what became of it. Pure; the sending is in
// use-conversation.ts.
import type { AnswerSource } from '../../../contracts/assistant.ts'
import type { BackendError } from '../../backend/errors.ts'

export type Turn = {
	/** Also the id of the request: asking again with the same one never asks twice. */
	id: string
	question: string
	status: 'waiting' | 'answered' | 'stopped' | 'failed'
	/** Grows while it is waiting. */
	answer: string
	sources: readonly AnswerSource[]
	isUrgent: boolean
	failure: BackendError | null
}

export type Conversation = readonly Turn[]

export type ConversationEvent =
	| { type: 'asked'; id: string; question: string }
	| { type: 'heard'; id: string; text: string }
	| { type: 'answered'; id: string; answer: string; sources: readonly AnswerSource[]; isUrgent: boolean }
	| { type: 'stopped'; id: string }
	| { type: 'failed'; id: string; failure: BackendError }
	| { type: 'withdrawn'; id: string }
	| { type: 'cleared' }

const nothingYet = { status: 'waiting', answer: '', sources: [], isUrgent: false, failure: null } as const

export function changeConversation(turns: Conversation, event: ConversationEvent): Conversation {
	switch (event.type) {
		case 'asked':
			// Asked again, a question moves to the end, where its answer will stand.
			return [...without(turns, event.id), { id: event.id, question: event.question, ...nothingYet }]
		case 'heard':
			return changeTurn(turns, event.id, (turn) => ({ answer: turn.answer + event.text }))
		case 'answered':
			return changeTurn(turns, event.id, () => ({
				status: 'answered',
				answer: event.answer,
				sources: event.sources,
				isUrgent: event.isUrgent,
			}))
		case 'stopped':
			return changeTurn(turns, event.id, () => ({ status: 'stopped' }))
		case 'failed':
			return changeTurn(turns, event.id, () => ({ status: 'failed', answer: '', failure: event.failure }))
		case 'withdrawn':
			return without(turns, event.id)
		case 'cleared':
			return []
	}
}

/** A turn that was answered earlier and is shown again. */
export function reopenedTurn(saved: { id: string; question: string; answer: string }): Turn {
	return { ...nothingYet, id: saved.id, question: saved.question, answer: saved.answer, status: 'answered' }
}

/** What 'Guardar Chat' saves: the newest question that has its answer. */
export function newestAnswered(turns: Conversation): Turn | undefined {
	return turns.findLast((turn) => turn.status === 'answered')
}

/** Only a turn that still waits can change: what arrives after a stop or a clearing is dropped. */
function changeTurn(turns: Conversation, id: string, change: (turn: Turn) => Partial<Turn>): Conversation {
	return turns.map((turn) => (turn.id === id && turn.status === 'waiting' ? { ...turn, ...change(turn) } : turn))
}

function without(turns: Conversation, id: string): Conversation {
	return turns.filter((turn) => turn.id !== id)
}
