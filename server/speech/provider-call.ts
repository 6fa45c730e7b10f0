// One call of a speech provider: bytes are handed on as they arrive, and silence of the provider has an end. What a
// provider says about its failure is read for one word and goes no further.
import { z } from 'zod'
import { SpeechFailure, type SpeechFailureCode } from './failure.ts'

export type ProviderCall = {
	provider: 'openai' | 'elevenlabs'
	url: string
	headers: Record<string, string>
	body: string | FormData
}

/** In milliseconds. */
export type Patience = {
	/** From the beginning, connecting included, to the first byte of the answer. */
	firstByte: number
	/** Between one piece and the next. */
	idle: number
}

/** Longest error answer that is looked into. */
const errorBytes = 16_384

/** The bytes of the answer; throws a SpeechFailure. Aborting `signal` ends the call at the provider too. */
export async function* receive(
	{ provider, url, headers, body }: ProviderCall,
	signal: AbortSignal,
	patience: Patience,
): AsyncGenerator<Uint8Array> {
	const slow = new AbortController()
	let timer = setTimeout(() => slow.abort(), patience.firstByte)
	try {
		const ends = AbortSignal.any([signal, slow.signal])
		// Followed, a redirect would carry the key somewhere else.
		const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: ends })
		if (!answer.ok) throw await failureOf(answer)
		for await (const piece of answer.body ?? []) {
			clearTimeout(timer)
			yield piece
			timer = setTimeout(() => slow.abort(), patience.idle)
		}
	} catch (error) {
		if (signal.aborted) throw new SpeechFailure('stopped')
		if (slow.signal.aborted) throw new SpeechFailure('slow', { detail: provider })
		if (error instanceof SpeechFailure) throw error
		throw new SpeechFailure('failed', { detail: `${provider} ${(error as Error).name}` })
	} finally {
		clearTimeout(timer)
	}
}

/** OpenAI says `{error: {code, type}}`, ElevenLabs `{detail: {status}}`. */
const refusalSchema = z.object({
	error: z.object({ code: z.string().nullish(), type: z.string().nullish() }).optional(),
	detail: z.object({ status: z.string().nullish(), code: z.string().nullish() }).optional(),
})

/** Words that say more than the status: ElevenLabs tells a used-up account with 401. */
const words: Record<string, SpeechFailureCode> = {
	insufficient_quota: 'quota_used',
	quota_exceeded: 'quota_used',
	voice_not_found: 'unknown_voice',
	invalid_voice_id: 'unknown_voice',
}
const statuses: Record<number, SpeechFailureCode> = {
	401: 'key_refused',
	402: 'quota_used',
	403: 'key_refused',
	429: 'busy',
}

async function failureOf(answer: Response): Promise<SpeechFailure> {
	const word = wordOf(await beginningOf(answer))
	const code = words[word] ?? statuses[answer.status] ?? 'failed'
	return new SpeechFailure(code, { detail: `${answer.status} ${word}`.trim() })
}

function wordOf(body: string): string {
	const parsed = refusalSchema.safeParse(tryJson(body))
	if (!parsed.success) return ''
	const { error, detail } = parsed.data
	const word = error?.code ?? error?.type ?? detail?.status ?? detail?.code ?? ''
	return /^[a-z0-9_]{1,60}$/.test(word) ? word : ''
}

async function beginningOf(answer: Response): Promise<string> {
	const pieces: Uint8Array[] = []
	let length = 0
	for await (const piece of answer.body ?? []) {
		pieces.push(piece)
		length += piece.length
		if (length > errorBytes) break
	}
	return Buffer.concat(pieces).toString('utf8')
}

function tryJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
