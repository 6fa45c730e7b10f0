// What the speech functions take. A client of ElevenLabs' or OpenAI's wire may send more than is used; what it may choose
// is read here and kept within bounds.
import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { usualSettings, voiceNames } from '../speech/voices.ts'
import { FunctionError } from './errors.ts'

const megabyte = 1024 * 1024
const longestRecordingMegabytes = 10

export const namedSchema = z.object({ text: z.string(), voice: z.enum(voiceNames).optional() })

/** A share from 0 to 1; what is outside becomes the nearest. */
const share = (usual: number) =>
	z
		.number()
		.nullish()
		.transform((value) => clamp(value ?? usual, 0, 1))
export const streamSchema = z.object({
	text: z.string(),
	/** Read and set aside: the model is the operator's choice. */
	model_id: z.string().max(100).nullish(),
	voice_settings: z
		.object({
			stability: share(usualSettings.stability),
			similarity_boost: share(usualSettings.similarity),
			speed: z
				.number()
				.nullish()
				.transform((value) => clamp(value ?? usualSettings.speed, 0.7, 1.2)),
		})
		.nullish()
		.transform((given) =>
			given ? { stability: given.stability, similarity: given.similarity_boost, speed: given.speed } : usualSettings,
		),
})

function clamp(value: number, least: number, most: number): number {
	return Math.min(most, Math.max(least, value))
}

export async function readSpeechRequest<Shape>(c: Context<AppEnv>, schema: z.ZodType<Shape>): Promise<Shape> {
	const body: unknown = await c.req.json().catch(() => {
		throw new FunctionError('invalid_json')
	})
	const parsed = schema.safeParse(body)
	if (parsed.success) return parsed.data
	const isVoice = parsed.error.issues[0]?.path[0] === 'voice'
	throw new FunctionError(isVoice ? 'unknown_voice' : 'invalid_request')
}

/** Undefined for the installation's own voice; it becomes part of an address, so it is letters and digits. */
export function readVoiceId(id: string): string | undefined {
	if (id === 'default') return undefined
	if (!/^[A-Za-z0-9]{8,64}$/.test(id)) throw new FunctionError('unknown_voice')
	return id
}

/** What a recording counts, before it is read; without a length it may be the longest. */
export function recordingPoints(c: Context<AppEnv>): number {
	const length = Number(c.req.header('content-length') ?? longestRecordingMegabytes * megabyte)
	return Math.min(longestRecordingMegabytes, Math.max(1, Math.ceil(length / megabyte)))
}

/** A client that leaves in the middle of its recording is nobody's failure. */
export function readRecording(c: Context<AppEnv>): Promise<ArrayBuffer> {
	return c.req.arrayBuffer().catch(() => {
		throw new FunctionError('invalid_request')
	})
}
