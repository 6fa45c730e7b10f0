// The rows behind an answer, all read and written in the person's name: the memory, which is locked first wherever both
// change, and the one unfinished answer a person may have.
import { z } from 'zod'
import type { ChatAnswer } from '../../../contracts/assistant.ts'
import { type ConversationState, readState } from '../../assistant/state.ts'
import type { Caller, Database, Run } from '../../database/database.ts'

export type SignedIn = Extract<Caller, { role: 'authenticated' }>

/** An answer that has not been given to its end. */
export type UnfinishedAnswer = {
	id: string
	requestId: string
	state: 'running' | 'stopping' | 'failed'
	pieces: string[]
	code: string | null
	/** True when nobody gives it any more: its process has died. */
	isLeft: boolean
}

export type OpenConversation = {
	memory: ConversationState
	plan: string | undefined
	/** Name, e-mail and telephone as the person gave them. */
	personal: string[]
	unfinished: UnfinishedAnswer | undefined
}

/** Heartbeats that may be missed before an answer counts as left by its process. */
export const silenceMs = 10_000

/** Memory, plan and unfinished answer. The memory is locked until the transaction ends. */
export async function openConversation(run: Run): Promise<OpenConversation> {
	const locked = run<MemoryRow>({
		text: `
			with mine as (
				insert into public.assistant_memory (user_id, state) values (auth.uid(), '{}')
				on conflict (user_id) do update set updated_at = now()
				returning state
			)
			select mine.state, plan, array_remove(array[first_name, last_name, email, phone_number], null) as personal
			from mine left join public.profiles on profiles.id = auth.uid()`,
		values: [],
	})
	// A statement of its own, sent at once: what it sees is what stands there after the lock was taken.
	const answers = run<UnfinishedAnswer>({ text: `${unfinishedText} where user_id = auth.uid()`, values: [] })
	const [[row], [unfinished]] = await Promise.all([locked, answers])
	const personal = (row?.personal ?? []).filter((value) => value.trim() !== '')
	return { memory: readState(row?.state), plan: row?.plan ?? undefined, personal, unfinished }
}

type MemoryRow = { state: unknown; plan: string | null; personal: string[] }

const unfinishedText = `
	select id, request_id as "requestId", state, pieces, code, touched_at < now() - interval '${silenceMs} milliseconds' as "isLeft"
	from public.assistant_answers`

export async function writeMemory(run: Run, state: ConversationState): Promise<void> {
	await run({
		text: 'update public.assistant_memory set state = $1::jsonb, updated_at = now() where user_id = auth.uid()',
		values: [JSON.stringify(state, (_, value) => (typeof value === 'string' ? storableText(value) : value))],
	})
}

/** PostgreSQL takes neither the character zero nor half a pair of surrogates, which cutting a text may leave. */
export function storableText(text: string): string {
	return text.replaceAll('\0', '').toWellFormed()
}

export async function beginAnswer(run: Run, id: string, requestId: string): Promise<void> {
	await run({ text: 'select faro.begin_answer($1::uuid, $2)', values: [id, requestId] })
}

/** Removes the person's unfinished answer: that one, or whichever there is. False when there was none. */
export async function removeAnswer(run: Run, id?: string): Promise<boolean> {
	const rows = await run({
		text: 'delete from public.assistant_answers where user_id = auth.uid() and ($1::uuid is null or id = $1::uuid) returning id',
		values: [id ?? null],
	})
	return rows.length > 0
}

/** Writes down how far the answer got; gives what became of it meanwhile. */
export async function tellAnswer(
	database: Database,
	caller: SignedIn,
	id: string,
	pieces: readonly string[],
): Promise<'running' | 'stopping' | 'gone'> {
	const text = 'select faro.tell_answer($1::uuid, $2::text[]) as state'
	const [row] = await database.runAs<{ state: 'running' | 'stopping' | null }>(caller, {
		text,
		values: [id, pieces.map(storableText)],
	})
	return row?.state ?? 'gone'
}

export async function failAnswer(database: Database, caller: SignedIn, id: string, code: string): Promise<void> {
	await database.runAs(caller, { text: 'select faro.fail_answer($1::uuid, $2)', values: [id, code] })
}

export async function askToStop(database: Database, caller: SignedIn, id: string): Promise<void> {
	await database.runAs(caller, { text: 'select faro.stop_answer($1::uuid)', values: [id] })
}

/** The memory takes the finished answer in; false when the person has cleared the conversation meanwhile. */
export function finishAnswer(
	database: Database,
	caller: SignedIn,
	id: string,
	state: ConversationState,
): Promise<boolean> {
	return database.transactionAs(caller, async (run) => {
		await openConversation(run)
		if (!(await removeAnswer(run, id))) return false
		await writeMemory(run, state)
		return true
	})
}

/** The answer with this id, if it is the person's: still unfinished, or the last one that was given. */
export async function findAnswer(
	database: Database,
	caller: SignedIn,
	id: string,
): Promise<{ unfinished: UnfinishedAnswer } | { given: GivenAnswer } | undefined> {
	if (!z.uuid().safeParse(id).success) return undefined
	return database.transactionAs(caller, async (run) => {
		const rows = run<UnfinishedAnswer>({ text: `${unfinishedText} where id = $1::uuid`, values: [id] })
		const memories = run<{ state: unknown }>({
			text: "select state from public.assistant_memory where state -> 'last' ->> 'id' = $1",
			values: [id],
		})
		const [[unfinished], [memory]] = await Promise.all([rows, memories])
		const { last } = readState(memory?.state)
		if (last) return { given: givenAnswer(last) }
		return unfinished && { unfinished }
	})
}

export type GivenAnswer = { answer: ChatAnswer; pieces: string[] }

/** The last answer as the memory holds it. */
export function givenAnswer({ requestId: _, pieces, ...rest }: NonNullable<ConversationState['last']>): GivenAnswer {
	const { id, kind, sources, cut, stopped } = rest
	const marks = { ...(cut ? { cut } : {}), ...(stopped ? { stopped } : {}) }
	return { answer: { id, reply: pieces.join(''), sources, kind, ...marks }, pieces }
}

/** Forgets the conversation under way, an answer that is still being given included. */
export function clearConversation(database: Database, caller: SignedIn): Promise<void> {
	return database.transactionAs(caller, async (run) => {
		await run({ text: 'delete from public.assistant_memory where user_id = auth.uid()', values: [] })
		await removeAnswer(run)
	})
}
