// How a text becomes sound: OpenAI's audio/speech and ElevenLabs' text-to-speech, each as the call it takes. The provider
// learns the text and the voice, and nothing about who listens.
import type { Config } from '../config.ts'
import type { ProviderCall } from './provider-call.ts'

export const voiceNames = [
	'alloy',
	'ash',
	'ballad',
	'coral',
	'echo',
	'fable',
	'nova',
	'onyx',
	'sage',
	'shimmer',
	'verse',
] as const
export type VoiceName = (typeof voiceNames)[number]

/** Shares from 0 to 1; `speed` as a factor. */
export type VoiceSettings = { stability: number; similarity: number; speed: number }
export const usualSettings: VoiceSettings = { stability: 0.5, similarity: 0.75, speed: 1 }

/** Asked for by a name of OpenAI's, or by an id of ElevenLabs'; without one, the installation's own. */
export type VoiceWish =
	| { by: 'name'; name?: VoiceName | undefined }
	| { by: 'id'; id?: string | undefined; settings: VoiceSettings }

const usualName: VoiceName = 'nova'
/** Small enough for a telephone on a bad line, good enough for a voice. */
const outputFormat = 'mp3_44100_64'

/** The call that says `text`; the provider whose wire was asked for comes first, any other second. */
export function voiceCall(config: Pick<Config, 'openaiSpeech' | 'elevenLabs'>, text: string, wish: VoiceWish) {
	const { openaiSpeech, elevenLabs } = config
	const name = wish.by === 'name' ? wish.name : undefined
	const own = wish.by === 'id' ? wish : undefined
	if (elevenLabs && (own || !openaiSpeech)) return elevenLabsCall(elevenLabs, text, own)
	return openaiSpeech && openaiCall(openaiSpeech, text, name)
}

function openaiCall(settings: NonNullable<Config['openaiSpeech']>, text: string, name = usualName): ProviderCall {
	const { apiKey, baseUrl, model } = settings
	return {
		provider: 'openai',
		url: `${baseUrl}/audio/speech`,
		headers: { 'Content-Type': 'application/json', ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}) },
		body: JSON.stringify({ model, input: text, voice: name, response_format: 'mp3' }),
	}
}

function elevenLabsCall(
	{ apiKey, baseUrl, model, voiceId }: NonNullable<Config['elevenLabs']>,
	text: string,
	{ id = voiceId, settings = usualSettings }: { id?: string | undefined; settings?: VoiceSettings } = {},
): ProviderCall {
	const { stability, similarity, speed } = settings
	const voice_settings = { stability, similarity_boost: similarity, ...(speed === 1 ? {} : { speed }) }
	return {
		provider: 'elevenlabs',
		url: `${baseUrl}/v1/text-to-speech/${id}/stream?output_format=${outputFormat}`,
		headers: { 'Content-Type': 'application/json', 'xi-api-key': apiKey },
		body: JSON.stringify({ text, model_id: model, ...language(model), voice_settings }),
	}
}

/** Older models find the language by themselves and refuse to be told. */
function language(model: string): { language_code?: 'es' } {
	return /_v2_5$|_v[3-9]/.test(model) ? { language_code: 'es' } : {}
}
