// Speech for signed-in people and for visitors with a speech token. No provider speaks for this server yet, and callers
// use the voice of the device when they hear that.
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { bearerOf } from './bearer.ts'
import { FunctionError } from './errors.ts'
import type { GatewayTokens } from './gateway/gateway-tokens.ts'

export type SpeechParts = { tokens: GatewayTokens }

const paths = ['/text-to-speech', '/speech/:voice_id/stream', '/transcribe']

/** Whether `path`, the whole one, is one of these functions'. */
export function isSpeechAddress(path: string): boolean {
	return /^\/functions\/v1\/(text-to-speech|transcribe|speech\/[^/]+\/stream)$/.test(path)
}

export function speechRoutes({ tokens }: SpeechParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	for (const path of paths) {
		routes.post(path, async (c) => {
			// The recording is not read, so the connection cannot be used again.
			c.header('Connection', 'close')
			if (c.get('caller').role !== 'authenticated' && !(await hasSpeechToken(c, tokens)))
				throw new FunctionError('not_authenticated')
			throw new FunctionError('speech_unavailable')
		})
		routes.all(path, () => {
			throw new FunctionError('method_not_allowed')
		})
	}
	return routes
}

/** A gateway token for speech, which stands for key and session. */
export async function hasSpeechToken(c: Context, tokens: GatewayTokens): Promise<boolean> {
	const token = bearerOf(c)
	return token !== undefined && typeof (await tokens.verify('speech', token)) === 'object'
}
