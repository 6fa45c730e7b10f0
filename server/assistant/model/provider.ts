// One attempt at a service with OpenAI's chat-completions wire, through the openai library. Who asks decides whether there
// is another. Nothing the service writes gets into an error or a log.
import type OpenAI from 'openai'
import { ModelFailure } from './failure.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { type WatchTimes, watch } from './watchdog.ts'

export type ModelMessage = { role: 'system' | 'user'; content: string }
export type ModelCall = { model: string; messages: ModelMessage[] }
/**
 * How an answer ended. `length`: at the token limit. `broken`: without a word that it was the end. `refused`: the service
 * would not answer. `enough`: nobody wanted to hear more.
 */
export type ModelEnding = 'whole' | 'length' | 'broken' | 'refused' | 'enough'

export type Provider = {
	/** `hear` gets the words as they come and says whether to go on. Throws a ModelFailure, or the signal's reason. */
	attempt(call: ModelCall, hear: (words: string) => boolean, signal: AbortSignal): Promise<ModelEnding>
}

export type ProviderParts = { apiKey: string | undefined; baseUrl: string; times?: WatchTimes }

const temperature = 0.7
const mostTokens = 500
/** An answer of 500 tokens is some 150 KB of events. */
const mostBytes = 2 * 1024 * 1024
/** Five times what 500 tokens of Spanish are. */
const mostCharacters = 10_000
const usualTimes: WatchTimes = { firstMs: 30_000, idleMs: 15_000, wholeMs: 60_000 }

export function createProvider({ apiKey, baseUrl, times = usualTimes }: ProviderParts): Provider {
	const wording = createWording()
	let client: Promise<OpenAI> | undefined

	return {
		async attempt(call, hear, signal) {
			// Loaded with the first question: a start should not wait for it.
			client ??= openClient(apiKey, baseUrl)
			const openai = await client
			const watchdog = watch(signal, times)
			try {
				return await listen(await begin(openai, call, watchdog.signal), hear, watchdog.touch)
			} catch (error) {
				throw watchdog.signal.aborted ? watchdog.signal.reason : failureOf(error)
			} finally {
				watchdog.stop()
			}
		},
	}

	/** Asks again at once, in other words, when the service does not know one of the parameters. */
	async function begin(openai: OpenAI, call: ModelCall, signal: AbortSignal): Promise<Events> {
		try {
			const body = { ...call, ...wording.parameters(), stream: true as const }
			return { signal, events: await openai.chat.completions.create(body, { signal }) }
		} catch (error) {
			if (signal.aborted || !wording.learn(error)) throw error
			return begin(openai, call, signal)
		}
	}
}

type Events = { signal: AbortSignal; events: AsyncIterable<OpenAI.ChatCompletionChunk> }

async function openClient(apiKey: string | undefined, baseURL: string): Promise<OpenAI> {
	const { OpenAI } = await import('openai')
	return new OpenAI({
		apiKey: apiKey ?? 'none',
		baseURL,
		maxRetries: 0,
		fetch: guardedFetch(mostBytes),
		// What stands in the environment for other programs is not meant for this one.
		organization: null,
		project: null,
		// It would print what it cannot read.
		logLevel: 'off',
	})
}

async function listen(
	{ events, signal }: Events,
	hear: (words: string) => boolean,
	touch: () => void,
): Promise<ModelEnding> {
	let characters = 0
	for await (const event of events) {
		touch()
		const [choice] = Array.isArray(event?.choices) ? event.choices : []
		const words = choice?.delta?.content
		if (typeof words === 'string' && words !== '') {
			characters += words.length
			if (characters > mostCharacters) throw new ModelFailure('provider_failed', 'too many words')
			if (!hear(words)) return 'enough'
		}
		if (choice?.delta?.refusal) return 'refused'
		if (choice?.finish_reason) return endings.get(choice.finish_reason) ?? 'whole'
	}
	// The library ends an aborted stream as if it had come to its end.
	signal.throwIfAborted()
	return 'broken'
}

const endings = new Map<string, ModelEnding>([
	['length', 'length'],
	['content_filter', 'refused'],
])

/** Which parameters the service takes: newer models want the limit under another name, or no temperature. */
function createWording() {
	let limit: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
	let hasTemperature = true
	return {
		parameters: () => ({ [limit]: mostTokens, ...(hasTemperature ? { temperature } : {}) }),
		/** True when the refusal names something that can be left out or said otherwise. */
		learn(error: unknown): boolean {
			const { status, param } = seen(error)
			if (status !== 400) return false
			if (param === 'max_tokens' && limit === 'max_tokens') limit = 'max_completion_tokens'
			else if (param === 'temperature' && hasTemperature) hasTemperature = false
			else return false
			return true
		},
	}
}

/** Statuses that a question asked again does not change. */
function failureOf(error: unknown): ModelFailure {
	if (error instanceof ModelFailure) return error
	const { status, code, type } = seen(error)
	const detail = [status ?? nameOf(error), code].filter(Boolean).join(' ')
	const options = { cause: status === undefined ? error : undefined }
	if (code === 'insufficient_quota' || type === 'insufficient_quota' || status === 402)
		return new ModelFailure('provider_quota', detail)
	if (status === 401 || status === 403) return new ModelFailure('provider_key_invalid', detail)
	if (status === 429 || code === 'rate_limit_exceeded') return new ModelFailure('provider_rate_limited', detail)
	if (status === 404 || code === 'model_not_found') return new ModelFailure('provider_model_unknown', detail)
	return new ModelFailure('provider_failed', detail, options)
}

/** What of an error of the library is known to be harmless; a code can be any text a service likes. */
function seen(error: unknown): { status?: number; code?: string; type?: string; param?: string } {
	const { status, code, type, param } = (error ?? {}) as Record<string, unknown>
	const word = (value: unknown) =>
		typeof value === 'string' && /^[a-z][a-z0-9_]{1,60}$/.test(value) ? value : undefined
	return {
		status: typeof status === 'number' ? status : undefined,
		code: word(code),
		type: word(type),
		param: word(param),
	}
}

function nameOf(error: unknown): string {
	return error instanceof Error ? error.constructor.name : 'unknown'
}
