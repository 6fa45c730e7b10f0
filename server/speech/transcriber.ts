// Writes down a recording: OpenAI's transcriptions, else ElevenLabs' speech-to-text. Nothing is kept, and the provider
// learns the sound and nothing about who speaks.
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { SpeechFailure, tellFailure } from './failure.ts'
import type { WithoutInventions } from './inventions.ts'
import { type Patience, type ProviderCall, receive } from './provider-call.ts'
import type { RecordingType } from './recording-type.ts'

export type Recording = { bytes: Uint8Array<ArrayBuffer>; type: RecordingType }

export type Transcriber = {
	isAvailable: boolean
	/** What was said, or an empty text where nobody speaks; throws a SpeechFailure. */
	write(recording: Recording, signal: AbortSignal): Promise<string>
}

export type TranscriberParts = {
	config: Pick<Config, 'openaiTranscription' | 'elevenLabs'>
	withoutInventions: WithoutInventions
	/** Counts one call of a provider; throws when there is none left. */
	takeCall(): Promise<void>
	log: Logger
	patience?: Patience
}

/** A recording of some minutes takes a provider its time. */
const usualPatience: Patience = { firstByte: 60_000, idle: 10_000 }
const longestAnswerBytes = 2 * 1024 * 1024

export function createTranscriber(parts: TranscriberParts): Transcriber {
	const { config, withoutInventions, takeCall, log, patience = usualPatience } = parts
	const { openaiTranscription: openai, elevenLabs } = config

	return {
		isAvailable: openai !== undefined || elevenLabs !== undefined,
		async write(recording, signal) {
			const call = openai ? openaiCall(openai, recording) : elevenLabs && elevenLabsCall(elevenLabs, recording)
			if (!call) throw new SpeechFailure('unavailable')
			const started = performance.now()
			const figures = () => ({ bytes: recording.bytes.length, ms: Math.round(performance.now() - started) })
			try {
				await takeCall()
				const text = withoutInventions(heardIn(await wholeOf(receive(call, signal, patience))))
				log.debug({ provider: call.provider, isEmpty: text === '', ...figures() }, 'recording written down')
				return text
			} catch (error) {
				tellFailure(log, call.provider, error, figures())
				throw error
			}
		},
	}
}

function openaiCall(settings: NonNullable<Config['openaiTranscription']>, recording: Recording): ProviderCall {
	const { apiKey, baseUrl, model } = settings
	// Only the family of Whisper tells how likely it is that nobody speaks; the others refuse to be asked.
	const response_format = /whisper/i.test(model) ? 'verbose_json' : 'json'
	return {
		provider: 'openai',
		url: `${baseUrl}/audio/transcriptions`,
		headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
		body: form(recording, { model, language: 'es', response_format, temperature: '0' }),
	}
}

function elevenLabsCall(settings: NonNullable<Config['elevenLabs']>, recording: Recording): ProviderCall {
	const { apiKey, baseUrl, transcribeModel } = settings
	const fields = { model_id: transcribeModel, language_code: 'es', tag_audio_events: 'false' }
	return {
		provider: 'elevenlabs',
		url: `${baseUrl}/v1/speech-to-text`,
		headers: { 'xi-api-key': apiKey },
		body: form(recording, fields),
	}
}

function form({ bytes, type }: Recording, fields: Record<string, string>): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	form.set('file', new Blob([bytes], { type: type.mime }), `recording.${type.extension}`)
	return form
}

const answerSchema = z.object({
	text: z.string(),
	segments: z
		.array(z.object({ text: z.string(), no_speech_prob: z.number().nullish(), avg_logprob: z.number().nullish() }))
		.nullish(),
})

function heardIn(answer: string): string {
	const { text, segments } = parse(answer)
	const heard = segments?.length ? segments.filter((segment) => !isSilence(segment)).map((each) => each.text) : [text]
	return heard
		.join('')
		.toWellFormed()
		.replace(/[^\S\n]+|(?!\n)\p{Cc}/gu, ' ')
		.trim()
}

function parse(answer: string): z.infer<typeof answerSchema> {
	try {
		return answerSchema.parse(JSON.parse(answer))
	} catch {
		// Without the cause, which would quote what was said.
		throw new SpeechFailure('failed', { detail: 'unreadable answer' })
	}
}

/** Whisper's own rule: likely nobody speaks, and unsure of the words. */
function isSilence({ no_speech_prob, avg_logprob }: { no_speech_prob?: number | null; avg_logprob?: number | null }) {
	return (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? -2) < -1
}

async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
	const held: Uint8Array[] = []
	let length = 0
	for await (const piece of pieces) {
		held.push(piece)
		length += piece.length
		if (length > longestAnswerBytes) throw new SpeechFailure('failed', { detail: 'endless answer' })
	}
	return Buffer.concat(held).toString('utf8')
}
