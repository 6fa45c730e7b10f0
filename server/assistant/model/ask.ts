// Asks a service up to three times, as long as nothing has been heard: too many requests are waited out, an empty answer is
// asked for again, everything else is final. Nobody else repeats a question.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ModelFailure } from './failure.ts'
import type { ModelCall, ModelEnding, Provider } from './provider.ts'

export type AskParts = {
	provider: Provider
	log: Logger
	/** Waits that long, or less when the signal aborts. */
	pause?: (ms: number, signal: AbortSignal) => Promise<void>
}
export type Ask = (call: ModelCall, hear: (words: string) => boolean, signal: AbortSignal) => Promise<ModelEnding>

const mostAttempts = 3
const busyPauseMs = 2_000

/** Throws a ModelFailure when nothing came of it, or the signal's reason. */
export function createAsk({ provider, log, pause = pauseUnlessAborted }: AskParts): Ask {
	const warnOfModel = once((model: string) =>
		log.error({ model }, `the service does not know the model ${model}: set OPENAI_MODEL or OPENAI_SMALL_MODEL`),
	)

	return async (call, hear, signal) => {
		for (let attempt = 1; ; attempt++) {
			const begun = performance.now()
			const outcome = await attemptOnce(provider, call, hear, signal)
			const durationMs = Math.round(performance.now() - begun)
			if (typeof outcome === 'string') return outcome
			const { code, detail } = outcome
			log.warn({ code, detail, attempt, durationMs, model: call.model }, 'the language model did not answer')
			if (code === 'provider_model_unknown') warnOfModel(call.model)
			if (attempt === mostAttempts || !isWorthAnother(outcome)) throw outcome
			if (code === 'provider_rate_limited') await pause(busyPauseMs, signal)
			signal.throwIfAborted()
		}
	}
}

/** What came, or why nothing did. A service that fails after its first word has been heard is not asked again. */
async function attemptOnce(
	{ attempt }: Provider,
	call: ModelCall,
	hear: (words: string) => boolean,
	signal: AbortSignal,
): Promise<ModelEnding | ModelFailure> {
	let hasWords = false
	const listen = (words: string) => {
		hasWords ||= /\S/.test(words)
		return hear(words)
	}
	try {
		const ending = await attempt(call, listen, signal)
		return hasWords || ending === 'refused' ? ending : new ModelFailure('provider_failed', 'empty')
	} catch (error) {
		if (signal.aborted || !(error instanceof ModelFailure)) throw error
		return hasWords ? new ModelFailure(error.code, `${error.detail}, midway`, { cause: error.cause }) : error
	}
}

function isWorthAnother({ code, detail }: ModelFailure): boolean {
	return detail === 'empty' || (code === 'provider_rate_limited' && !detail.endsWith('midway'))
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

function once<Value>(tell: (value: Value) => void): (value: Value) => void {
	const told = new Set<Value>()
	return (value) => {
		if (!told.has(value)) tell(value)
		told.add(value)
	}
}
