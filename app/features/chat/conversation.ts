// The conversation on the screen: a list of turns, each a question and what became of it. Pure; the sending is in
// use-conversation.ts.
import type { AnswerSource, ChatAnswer } from '../../../contracts/assistant.ts'
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
	/** There is more to say, and 'Continuar' asks for it. */
	isCut: boolean
	/** The connection is lost and the answer is being taken up again. */
	isInterrupted: boolean
	failure: BackendError | null
}

export type Conversation = readonly Turn[]

export type ConversationEvent =
	| { type: 'asked'; id: string; question: string }
	/** Its answer begins, perhaps once more. */
	| { type: 'begun'; id: string }
	| { type: 'heard'; id: string; text: string }
	| { type: 'interrupted'; id: string }
	| { type: 'answered'; id: string; answer: Omit<ChatAnswer, 'id'> }
	| { type: 'stopped'; id: string }
	| { type: 'failed'; id: string; failure: BackendError }
	| { type: 'withdrawn'; id: string }
	| { type: 'cleared' }

const nothingYet = {
	status: 'waiting',
	answer: '',
	sources: [],
	isUrgent: false,
	isCut: false,
	isInterrupted: false,
	failure: null,
} as const

export function changeConversation(turns: Conversation, event: ConversationEvent): Conversation {
	switch (event.type) {
		case 'asked':
			// Asked again, a question moves to the end, where its answer will stand.
			return [...without(turns, event.id), waitingTurn(event.id, event.question)]
		case 'begun':
			return changeTurn(turns, event.id, () => ({ answer: '', isInterrupted: false }))
		case 'heard':
			return changeTurn(turns, event.id, (turn) => ({ answer: turn.answer + event.text, isInterrupted: false }))
		case 'interrupted':
			return changeTurn(turns, event.id, () => ({ isInterrupted: true }))
		case 'answered':
			return changeTurn(turns, event.id, () => answered(event.answer))
		case 'stopped':
			return changeTurn(turns, event.id, ({ answer }) => ({
				status: 'stopped',
				isCut: answer !== '',
				isInterrupted: false,
			}))
		case 'failed':
			return changeTurn(turns, event.id, () => ({
				status: 'failed',
				answer: '',
				isInterrupted: false,
				failure: event.failure,
			}))
		case 'withdrawn':
			return without(turns, event.id)
		case 'cleared':
			return []
	}
}

/** A question that waits for its answer. */
export function waitingTurn(id: string, question: string): Turn {
	return { ...nothingYet, id, question }
}

/** A turn that was answered earlier and is shown again. */
export function reopenedTurn(saved: { id: string; question: string; answer: string }): Turn {
	return { ...waitingTurn(saved.id, saved.question), answer: saved.answer, status: 'answered' }
}

/** What 'Guardar Chat' saves: the newest question that has its answer. */
export function newestAnswered(turns: Conversation): Turn | undefined {
	return turns.findLast((turn) => turn.status === 'answered')
}

/** Another tab may have stopped it. */
function answered({ reply, sources, kind, cut, stopped }: Omit<ChatAnswer, 'id'>): Partial<Turn> {
	return {
		status: stopped ? 'stopped' : 'answered',
		answer: reply,
		sources,
		isUrgent: kind === 'urgent',
		isCut: cut === true || (stopped === true && reply !== ''),
		isInterrupted: false,
	}
}

/** Only a turn that still waits can change: what arrives after a stop or a clearing is dropped. */
function changeTurn(turns: Conversation, id: string, change: (turn: Turn) => Partial<Turn>): Conversation {
	return turns.map((turn) => (turn.id === id && turn.status === 'waiting' ? { ...turn, ...change(turn) } : turn))
}

function without(turns: Conversation, id: string): Conversation {
	return turns.filter((turn) => turn.id !== id)
}
