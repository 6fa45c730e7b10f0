// One question of a signed-in person: memory in, answer and memory out, in one transaction in the person's name.
import { randomUUID } from 'node:crypto'
import type { ChatAnswer, ChatRequest } from '../../contracts/assistant.ts'
import { readSavedChatContent } from '../../contracts/saved-chat.ts'
import type { Assistant } from '../assistant/create-assistant.ts'
import { type ConversationState, emptyState, readState } from '../assistant/state.ts'
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
			return { id: last.id, reply: last.reply, sources: last.sources }
		}
		const state = request.savedChatId ? await resumeSavedChat(run, assistant, request.savedChatId) : remembered
		const turn = assistant.converse(state, request.message)
		const answer = { id: randomUUID(), reply: turn.reply, sources: turn.sources }
		const next = request.requestId ? { ...turn.state, last: { requestId: request.requestId, ...answer } } : turn.state
		await writeMemory(run, next)
		return answer
	})
}

/** Forgets the conversation under way. */
export async function clearContext(database: Database, caller: SignedIn): Promise<void> {
	await database.runAs(caller, { text: 'delete from public.assistant_memory where user_id = auth.uid()' })
}

/** Locked, so that two questions at once are answered one after the other. */
async function readMemory(run: Run): Promise<ConversationState> {
	const [row] = await run<{ state: unknown }>({
		text: 'select state from public.assistant_memory where user_id = auth.uid() for update',
		values: [],
	})
	return row ? readState(row.state) : emptyState
}

async function writeMemory(run: Run, state: ConversationState): Promise<void> {
	await run({
		text: `
			insert into public.assistant_memory (user_id, state) values (auth.uid(), $1::jsonb)
			on conflict (user_id) do update set state = excluded.state, updated_at = now()`,
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
