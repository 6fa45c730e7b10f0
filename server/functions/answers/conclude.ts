// What becomes of an answer when it ends: the memory takes in what was said, a failure is kept for readers who come back,
// and a question that came to nothing does not count against the plan.
import type { Logger } from 'pino'
import type { ChatAnswer } from '../../../contracts/assistant.ts'
import type { Brief } from '../../assistant/speaker.ts'
import type { ConversationState } from '../../assistant/state.ts'
import type { Database } from '../../database/database.ts'
import { asFunctionError, FunctionError } from '../errors.ts'
import { failAnswer, finishAnswer, givenAnswer, type SignedIn } from './answer-rows.ts'
import type { AnswerEnd } from './growing-answer.ts'
import type { Outcome } from './running-answer.ts'

export type ConcludeParts = {
	database: Database
	log: Logger
	caller: SignedIn
	id: string
	requestId: string
	brief: Brief
	/** Gives the question back to the plan. */
	refund(): Promise<void>
}

export function createConclude(parts: ConcludeParts): (outcome: Outcome) => Promise<AnswerEnd> {
	const { log, id } = parts
	const started = performance.now()
	return async (outcome) => {
		const last = lastOf(parts, outcome)
		const end = last ? await give(parts, last, outcome.said?.topic) : await fail(parts, failureOf(parts, outcome))
		const result = 'failure' in end ? end.failure.code : (outcome.brokenOff ?? 'given')
		log.info(
			{ answerId: id, result, pieces: outcome.pieces.length, ms: Math.round(performance.now() - started) },
			'answer',
		)
		return end
	}
}

type Last = NonNullable<ConversationState['last']>

/** What was said, if there is anything to keep: also when it was stopped, ran out of time or broke off. */
function lastOf({ id, requestId, brief }: ConcludeParts, { pieces, said, brokenOff }: Outcome): Last | undefined {
	if (brokenOff === 'interrupted' || brokenOff === 'gone') return undefined
	const { sources, kind } = said ?? brief.considered.turn
	const base = { requestId, id, pieces, sources, kind }
	if (said && pieces.length > 0) return { ...base, ...(said.isCut ? { cut: true as const } : {}) }
	if (brokenOff === 'stopped') return { ...base, stopped: true }
	return !said && pieces.length > 0 ? { ...base, cut: true } : undefined
}

async function give(parts: ConcludeParts, last: Last, topic: string | undefined): Promise<AnswerEnd> {
	const { database, log, caller, id, brief, refund } = parts
	const { answer } = givenAnswer(last)
	const isCut = last.cut ?? last.stopped ?? false
	const settled = topic ? { topic: { id: topic, told: [] }, choices: undefined } : {}
	const state = { ...brief.considered.remember(answer.reply), ...settled, ...(isCut ? { cut: true } : {}), last }
	// Nothing was said: the conversation goes on as if it had not been asked.
	if (answer.reply === '') {
		await refund()
		await failAnswer(database, caller, id, 'answer_not_found').catch(() => {})
		return { answer }
	}
	try {
		const isKept = await finishAnswer(database, caller, id, state)
		return isKept ? { answer } : { failure: new FunctionError('answer_not_found') }
	} catch (error) {
		return whenNotKept(log, answer, error)
	}
}

/** The answer has been heard: that the next one will not know of it is the smaller harm. */
function whenNotKept(log: Logger, answer: ChatAnswer, error: unknown): AnswerEnd {
	const failure = asFunctionError(error ?? new Error('the speaker said nothing'))
	if (failure.code === 'not_authenticated') return { failure }
	log.error({ err: error, answerId: answer.id }, 'an answer could not be remembered')
	return { answer }
}

function failureOf({ log, id }: ConcludeParts, { brokenOff, error }: Outcome): FunctionError {
	if (brokenOff === 'interrupted') return new FunctionError('answer_interrupted')
	if (brokenOff === 'gone') return new FunctionError('answer_not_found')
	if (brokenOff === 'late') return new FunctionError('answer_late')
	const failure = asFunctionError(error)
	if (failure.code === 'internal') log.error({ err: error, answerId: id }, 'answering failed')
	return failure
}

async function fail({ database, log, caller, id, refund }: ConcludeParts, failure: FunctionError): Promise<AnswerEnd> {
	await refund()
	await failAnswer(database, caller, id, failure.code).catch((error) => {
		if (asFunctionError(error).code === 'internal') log.warn({ err: error, answerId: id }, 'a failure was not kept')
	})
	return { failure }
}
