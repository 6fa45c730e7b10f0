// Speech for signed-in people and for visitors with a speech token: a text as sound, whole or as it is made, and a
// recording as text. Without a provider callers hear that, and use the voice of the device.
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import type { RuleName } from '../limits/rules.ts'
import type { Speech } from '../speech/create-speech.ts'
import { SpeechFailure, type SpeechFailureCode } from '../speech/failure.ts'
import { recordingType } from '../speech/recording-type.ts'
import { longestSpokenText, spokenText } from '../speech/spoken-text.ts'
import type { VoiceWish } from '../speech/voices.ts'
import { bearerOf } from './bearer.ts'
import { FunctionError, type FunctionErrorCode } from './errors.ts'
import type { GatewayTokens, Pass } from './gateway/gateway-tokens.ts'
import { cutOffOnFailure, wholeSound } from './speech-answer.ts'
import {
	namedSchema,
	readRecording,
	readSpeechRequest,
	readVoiceId,
	recordingPoints,
	streamSchema,
} from './speech-request.ts'

export type SpeechParts = {
	tokens: GatewayTokens
	speech: Speech
	limits: Pick<Limits, 'take'>
	database: Pick<Database, 'runAs'>
}

const paths = ['/text-to-speech', '/speech/:voice_id/stream', '/transcribe']

/** Whether `path`, the whole one, is one of these functions'. */
export function isSpeechAddress(path: string): boolean {
	return /^\/functions\/v1\/(text-to-speech|transcribe|speech\/[^/]+\/stream)$/.test(path)
}

export function speechRoutes(parts: SpeechParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	const { speaker, transcriber } = parts.speech

	routes.post('/text-to-speech', async (c) => {
		const listener = await admit(c, parts, speaker.isAvailable)
		const { text, voice } = await readSpeechRequest(c, namedSchema)
		const { signal } = c.req.raw
		const sound = await say(text, { by: 'name', name: voice }, listener, signal)
		const whole = await wholeSound(sound, signal).catch(toFunctionError)
		return c.json({ audioContent: whole.toString('base64') })
	})

	routes.post('/speech/:voice_id/stream', async (c) => {
		const listener = await admit(c, parts, speaker.isAvailable)
		const { text, voice_settings } = await readSpeechRequest(c, streamSchema)
		const wish = { by: 'id', id: readVoiceId(c.req.param('voice_id')), settings: voice_settings } as const
		const sound = await say(text, wish, listener, c.req.raw.signal)
		c.header('Content-Type', 'audio/mpeg')
		// A proxy that collects the answer first would take the point out of it.
		c.header('X-Accel-Buffering', 'no')
		return c.body(cutOffOnFailure(c, sound))
	})

	routes.post('/transcribe', async (c) => {
		await admit(c, parts, transcriber.isAvailable, recordingPoints(c))
		const bytes = new Uint8Array(await readRecording(c))
		if (bytes.length === 0) throw new FunctionError('empty_recording')
		const type = await recordingType(c.req.header('content-type'), bytes)
		if (!type) throw new FunctionError('unknown_recording')
		return c.json({ text: await transcriber.write({ bytes, type }, c.req.raw.signal).catch(toFunctionError) })
	})

	for (const path of paths) {
		routes.all(path, () => {
			throw new FunctionError('method_not_allowed')
		})
	}
	return routes

	async function say(given: string, voice: VoiceWish, listener: string, signal: AbortSignal) {
		const text = spokenText(given)
		if (text === '') throw new FunctionError('empty_text')
		if (text.length > longestSpokenText) throw new FunctionError('text_too_long')
		return speaker.say(text, voice, listener, signal).catch(toFunctionError)
	}
}

/** A gateway token for speech, which stands for key and session. */
export async function hasSpeechToken(c: Context, tokens: GatewayTokens): Promise<boolean> {
	return (await speechPass(c, tokens)) !== undefined
}

async function speechPass(c: Context, tokens: GatewayTokens): Promise<Pass | undefined> {
	const token = bearerOf(c)
	const pass = token === undefined ? 'invalid' : await tokens.verify('speech', token)
	return typeof pass === 'object' ? pass : undefined
}

/** Settles who asks and that they may, before the body is read, and gives a name for whoever it is. */
async function admit(c: Context<AppEnv>, parts: SpeechParts, isAvailable: boolean, points = 1): Promise<string> {
	// Until the body is read the connection cannot be used again.
	c.header('Connection', 'close')
	const counted = await countersOf(c, parts)
	if (!isAvailable) throw new FunctionError('speech_unavailable')
	for (const [rule, key] of counted) {
		const verdict = await parts.limits.take(rule, key, points)
		if (!verdict.isAllowed) throw new FunctionError('rate_limited', { retryAfter: verdict.retryAfterSeconds })
	}
	c.header('Connection', undefined)
	return String(counted[0])
}

/** Whom the call counts for: the person, or the visitor's device and network. */
async function countersOf(c: Context<AppEnv>, { tokens, database }: SpeechParts): Promise<[RuleName, string][]> {
	const caller = c.get('caller')
	if (caller.role === 'authenticated') {
		// Fails when the session has ended.
		await database.runAs(caller, { text: 'select 1' })
		return [['speech-person', caller.userId]]
	}
	const pass = await speechPass(c, tokens)
	if (!pass) throw new FunctionError('not_authenticated')
	return [
		['speech-device', pass.device],
		['speech-address', pass.network],
	]
}

const told: Record<SpeechFailureCode, FunctionErrorCode> = {
	unavailable: 'speech_unavailable',
	over_budget: 'rate_limited',
	key_refused: 'speech_key_refused',
	quota_used: 'speech_quota_used',
	busy: 'speech_busy',
	unknown_voice: 'unknown_voice',
	slow: 'speech_slow',
	failed: 'speech_failed',
	stopped: 'speech_stopped',
}

function toFunctionError(error: unknown): never {
	if (error instanceof SpeechFailure) throw new FunctionError(told[error.code], { retryAfter: error.retryAfter })
	throw error
}
