// One question of a signed-in person: memory in, answer and memory out, in one transaction in the person's name.
import { randomUUID } from 'node:crypto'
import type { ChatAnswer, ChatRequest } from '../../contracts/assistant.ts'
import { readSavedChatContent } from '../../contracts/saved-chat.ts'
import type { Assistant } from '../assistant/create-assistant.ts'
import { type ConversationState, readState } from '../assistant/state.ts'
import type { Caller, Database, Run } from '../database/database.ts'
import { FunctionError } from './errors.ts'

export type ChatParts = { database: Database; assistant: Assistant }
export type SignedIn = Extract<Caller, { role: 'authenticated' }>

/** The answer, remembered; the same `requestId` again gives the same answer without asking twice. */
export function completeChat(
	{ database, assistant }: ChatParts,
	caller: SignedIn,
	request: ChatRequest,
): Promise<ChatAnswer> {
	return database.transactionAs(caller, async (run) => {
		const remembered = await readMemory(run)
		const { last } = remembered
		if (request.requestId && last?.requestId === request.requestId) {
			const { requestId: _, ...answer } = last
			return answer
		}
		const state = request.savedChatId ? await resumeSavedChat(run, assistant, request.savedChatId) : remembered
		const turn = assistant.converse(state, request.message)
		if (turn.kind === 'ignored') throw new FunctionError('empty_message')
		const answer = { id: randomUUID(), reply: turn.reply, sources: turn.sources, kind: turn.kind }
		const next = request.requestId ? { ...turn.state, last: { requestId: request.requestId, ...answer } } : turn.state
		await writeMemory(run, next)
		return answer
	})
}

/** Forgets the conversation under way. */
export async function clearContext(database: Database, caller: SignedIn): Promise<void> {
	await database.runAs(caller, { text: 'delete from public.assistant_memory where user_id = auth.uid()' })
}

/** Locked from the first question on, so that two at once are answered one after the other. */
async function readMemory(run: Run): Promise<ConversationState> {
	const [row] = await run<{ state: unknown }>({
		text: `
			insert into public.assistant_memory (user_id, state) values (auth.uid(), '{}')
			on conflict (user_id) do update set updated_at = now()
			returning state`,
		values: [],
	})
	return readState(row?.state)
}

async function writeMemory(run: Run, state: ConversationState): Promise<void> {
	await run({
		text: 'update public.assistant_memory set state = $1::jsonb, updated_at = now() where user_id = auth.uid()',
		values: [JSON.stringify(state)],
	})
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
