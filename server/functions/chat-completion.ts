// One question of a signed-in person. Memory, plan and earlier answers are looked at in one transaction in the person's
// name. Where the words are fixed the answer is remembered in that same transaction; else it begins there and is given in
// the background, whatever becomes of the connection.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ChatRequest } from '../../contracts/assistant.ts'
import { readSavedChatContent } from '../../contracts/saved-chat.ts'
import type { Assistant } from '../assistant/create-assistant.ts'
import { piecesOf } from '../assistant/language/pieces.ts'
import type { Brief, Speaker } from '../assistant/speaker.ts'
import type { ConversationState } from '../assistant/state.ts'
import type { Database, Run } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import {
	beginAnswer,
	givenAnswer,
	type OpenConversation,
	openConversation,
	removeAnswer,
	type SignedIn,
	tellAnswer,
	type UnfinishedAnswer,
	writeMemory,
} from './answers/answer-rows.ts'
import { createConclude } from './answers/conclude.ts'
import { finishedAnswer, type GrowingAnswer } from './answers/growing-answer.ts'
import { type BreakOff, runAnswer } from './answers/running-answer.ts'
import type { RunningAnswers } from './answers/running-answers.ts'
import { takeUpAnswer } from './answers/take-up.ts'
import { asFunctionError, FunctionError } from './errors.ts'

export type ChatParts = {
	database: Database
	assistant: Assistant
	/** Puts into words what has no fixed ones; undefined: the guide's own words stand. */
	speaker: Speaker | undefined
	answers: RunningAnswers
	limits: Pick<Limits, 'takeDailyQuestion' | 'refundDailyQuestion'>
	log: Logger
	/** A whole answer takes no longer; 90 seconds unless told. */
	answerLimitMs?: number
}

/** What the transaction comes to. */
type Asked =
	| { answer: GrowingAnswer }
	/** The same question has been answered before. */
	| { again: GrowingAnswer }
	/** The same question is being answered already. */
	| { joins: string }
	| { begun: { id: string; requestId: string; brief: Brief } }
	/** Nothing has happened: the plan's questions are counted, and this one is not yet. */
	| { mustCount: string }

/** The answer to a question; the same `requestId` again gives the same answer without asking twice. */
export async function completeChat(parts: ChatParts, caller: SignedIn, request: ChatRequest): Promise<GrowingAnswer> {
	const asked = await ask(parts, caller, request, false)
	if (!('mustCount' in asked)) return answerOf(parts, caller, asked, async () => {})
	const plan = asked.mustCount
	const at = new Date()
	const { isAllowed } = await parts.limits.takeDailyQuestion(caller.userId, plan, at)
	if (!isAllowed) throw new FunctionError('limit_reached')
	const refund = () => parts.limits.refundDailyQuestion(caller.userId, plan, at)
	try {
		const counted = await ask(parts, caller, request, true)
		// Somebody was faster with the same request.
		if ('joins' in counted || 'again' in counted) await refund()
		return await answerOf(parts, caller, counted, refund)
	} catch (error) {
		await refund()
		throw error
	}
}

function ask(parts: ChatParts, caller: SignedIn, request: ChatRequest, isCounted: boolean): Promise<Asked> {
	if (parts.answers.isClosing) throw new FunctionError('answer_interrupted')
	return parts.database.transactionAs(caller, async (run) => {
		const open = await openConversation(run)
		const { memory, unfinished } = open
		const { requestId } = request
		if (requestId && memory.last?.requestId === requestId) return { again: finished(memory.last) }
		const isSame = requestId !== undefined && unfinished?.requestId === requestId
		if (unfinished && isUnderWay(unfinished)) {
			if (isSame) return { joins: unfinished.id }
			throw new FunctionError('answer_running')
		}
		const state = request.savedChatId ? await resumeSavedChat(run, parts.assistant, request.savedChatId) : memory
		const considered = parts.assistant.consider(state, request.message)
		if (considered.turn.kind === 'ignored') throw new FunctionError('empty_message')
		// Asked again because its process died, it has been counted.
		const isPaid = isCounted || (isSame && unfinished?.state === 'running')
		if (open.plan === 'FREE' && !isPaid) return { mustCount: open.plan }
		const id = randomUUID()
		const brief = briefOf(request.message, state, considered, caller, open)
		if (!parts.speaker || considered.decision?.fixed)
			return { answer: await giveAtOnce(run, id, requestId ?? id, open, brief) }
		await beginAnswer(run, id, requestId ?? id)
		return { begun: { id, requestId: requestId ?? id, brief } }
	})
}

function isUnderWay({ state, isLeft }: UnfinishedAnswer): boolean {
	return state !== 'failed' && !isLeft
}

function briefOf(
	question: string,
	state: ConversationState,
	considered: Brief['considered'],
	{ claims }: SignedIn,
	{ personal }: OpenConversation,
): Brief {
	const given = [claims.email, claims.phone].filter((value) => typeof value === 'string' && value !== '') as string[]
	return {
		audience: 'person',
		question,
		turns: state.turns,
		considered,
		personal: [...new Set([...personal, ...given])],
		wasCut: state.cut === true,
	}
}

/** The guide's own words need nobody: they are remembered with the question. */
async function giveAtOnce(
	run: Run,
	id: string,
	requestId: string,
	{ unfinished }: OpenConversation,
	{ considered: { turn } }: Brief,
): Promise<GrowingAnswer> {
	const last = { requestId, id, pieces: piecesOf(turn.reply), kind: turn.kind, sources: turn.sources }
	const writes: Promise<unknown>[] = [writeMemory(run, { ...turn.state, last })]
	if (unfinished) writes.push(removeAnswer(run))
	await Promise.all(writes)
	return finished(last)
}

function finished(last: NonNullable<ConversationState['last']>): GrowingAnswer {
	const { answer, pieces } = givenAnswer(last)
	return finishedAnswer(answer, pieces)
}

async function answerOf(
	parts: ChatParts,
	caller: SignedIn,
	asked: Asked,
	refund: () => Promise<void>,
): Promise<GrowingAnswer> {
	if ('answer' in asked) return asked.answer
	if ('again' in asked) return asked.again
	if ('joins' in asked) return takeUpAnswer(parts, caller, asked.joins)
	if ('begun' in asked) return startAnswer(parts, caller, asked.begun, refund)
	throw new Error('a question that is counted asks to be counted')
}

const answerLimitMs = 90_000

function startAnswer(
	parts: ChatParts,
	caller: SignedIn,
	{ id, requestId, brief }: Extract<Asked, { begun: unknown }>['begun'],
	refund: () => Promise<void>,
): GrowingAnswer {
	const { database, answers, log, speaker } = parts
	const answer = runAnswer({
		id,
		limitMs: parts.answerLimitMs ?? answerLimitMs,
		speak: async (release, signal) => (speaker as Speaker)(brief, release, signal),
		conclude: createConclude({ database, log, caller, id, requestId, brief, refund }),
		keep: (pieces) => keepPieces(parts, caller, id, pieces),
	})
	answers.add(caller.userId, answer)
	return answer
}

/** Only a reader who comes back misses what could not be written; somebody who is not signed in any more has none. */
async function keepPieces(
	{ database, log }: ChatParts,
	caller: SignedIn,
	id: string,
	pieces: readonly string[],
): Promise<BreakOff | undefined> {
	try {
		const state = await tellAnswer(database, caller, id, pieces)
		return state === 'running' ? undefined : state === 'stopping' ? 'stopped' : 'gone'
	} catch (error) {
		if (asFunctionError(error).code === 'not_authenticated') return 'gone'
		log.warn({ err: error, answerId: id }, 'an answer under way could not be kept')
		return undefined
	}
}

/** Row-level security finds nobody else's. */
async function resumeSavedChat(run: Run, assistant: Assistant, id: string): Promise<ConversationState> {
	const [row] = await run<{ title: string; content: string }>({
		text: 'select title, content from public.saved_chats where id = $1::uuid',
		values: [id],
	})
	if (!row) throw new FunctionError('saved_chat_not_found')
	const { question, answer } = readSavedChatContent(row)
	return assistant.resume(question, answer)
}
