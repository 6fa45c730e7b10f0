// An answer asked for by its id: taken up again after a lost connection, on whichever replica, or stopped. Row-level
// security finds nobody else's.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { FunctionError, functionErrorOf } from '../errors.ts'
import { askToStop, findAnswer, type SignedIn, type UnfinishedAnswer } from './answer-rows.ts'
import { type AnswerSoFar, type GrowingAnswer, polledAnswer } from './growing-answer.ts'
import type { RunningAnswers } from './running-answers.ts'

export type TakeUpParts = { database: Database; answers: RunningAnswers }

const pollMs = 250
/** How long the caller of a stop waits for it. */
const stopPatienceMs = 3000

/** The answer with this id; from this process as it grows, else from its row. */
export async function takeUpAnswer(parts: TakeUpParts, caller: SignedIn, id: string): Promise<GrowingAnswer> {
	const read = () => readAnswer(parts.database, caller, id)
	const { end } = await read()
	return (!end && parts.answers.find(caller.userId, id)) || polledAnswer(read, pollMs)
}

/** Ends the answer with what was said so far; one that is over stays as it is. */
export async function stopAnswer(parts: TakeUpParts, caller: SignedIn, id: string): Promise<void> {
	const read = () => readAnswer(parts.database, caller, id)
	if ((await read()).end) return
	const local = parts.answers.find(caller.userId, id)
	local?.breakOff('stopped')
	if (!local) await askToStop(parts.database, caller, id)
	await Promise.race([local ? local.settled.catch(() => {}) : untilOver(read), pause(stopPatienceMs)])
}

async function untilOver(read: () => Promise<AnswerSoFar>): Promise<void> {
	const deadline = performance.now() + stopPatienceMs
	while (performance.now() < deadline) {
		if (
			await read().then(
				({ end }) => end !== undefined,
				() => true,
			)
		)
			return
		await pause(pollMs / 2)
	}
}

async function readAnswer(database: Database, caller: SignedIn, id: string): Promise<AnswerSoFar> {
	const found = await findAnswer(database, caller, id)
	if (!found) throw new FunctionError('answer_not_found')
	if ('given' in found) return { id, pieces: found.given.pieces, end: { answer: found.given.answer } }
	const { pieces } = found.unfinished
	const failure = failureOf(found.unfinished)
	return { id, pieces, end: failure && { failure } }
}

function failureOf({ state, code, isLeft }: UnfinishedAnswer): FunctionError | undefined {
	if (state === 'failed') return functionErrorOf(code ?? '')
	return isLeft ? new FunctionError('answer_interrupted') : undefined
}
