// Voice and ears of this installation, made of its configuration. Both share one daily budget of calls.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Limits } from '../limits/limits.ts'
import { SpeechFailure } from './failure.ts'
import { createWithoutInventions, type Inventions } from './inventions.ts'
import { createPublicSentences } from './public-sentences.ts'
import { createSpeaker, type Speaker } from './speaker.ts'
import { createTranscriber, type Transcriber } from './transcriber.ts'

export type Speech = { speaker: Speaker; transcriber: Transcriber; close(): Promise<void> }

export type SpeechOrigins = {
	config: Pick<Config, 'openaiSpeech' | 'openaiTranscription' | 'elevenLabs'>
	/** What was loaded from `content/` and may be read by anybody. */
	publicContent: unknown
	inventions: Inventions
	limits: Pick<Limits, 'take'>
	log: Logger
}

export function createSpeech({ config, publicContent, inventions, limits, log }: SpeechOrigins): Speech {
	const takeCall = async () => {
		const verdict = await limits.take('speech-day', '')
		if (!verdict.isAllowed) throw new SpeechFailure('over_budget', { retryAfter: verdict.retryAfterSeconds })
	}
	const canSpeak = config.openaiSpeech !== undefined || config.elevenLabs !== undefined
	const publicSentences = createPublicSentences(canSpeak ? publicContent : undefined)
	const speaker = createSpeaker({ config, publicSentences, takeCall, log })
	const withoutInventions = createWithoutInventions(inventions)
	const transcriber = createTranscriber({ config, withoutInventions, takeCall, log })
	return { speaker, transcriber, close: async () => speaker.close() }
}
