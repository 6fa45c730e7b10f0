// /functions/v1/ai: OpenAI's chat-completions wire for visitors, so that its own client library works against this server.
// A gateway token opens it and nothing else does; no key is asked for.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '../../app-env.ts'
import type { Limits } from '../../limits/limits.ts'
import { bearerOf } from '../bearer.ts'
import { type GatewayRequest, readGatewayRequest } from './chat-request.ts'
import { completionBody, completionChunks } from './chat-wire.ts'
import { asGatewayError, GatewayError, gatewayErrorAnswer, gatewayErrorBody } from './errors.ts'
import type { GatewayTokens, Pass } from './gateway-tokens.ts'
import { countQuestion } from './quota.ts'
import type { ChatPurpose, Speak, Spoken } from './speak.ts'

export type GatewayParts = { tokens: GatewayTokens; limits: Limits; speak: Speak }

const chatPurposes: ChatPurpose[] = ['demo', 'website']
const bodyBytes = 64 * 1024

export function gatewayRoutes({ tokens, limits, speak }: GatewayParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()
	const tooLarge = () => {
		throw new GatewayError('payload_too_large')
	}

	for (const purpose of chatPurposes) {
		const path = `/${purpose}/chat/completions`
		routes.post(path, bodyLimit({ maxSize: bodyBytes, onError: tooLarge }), async (c) => {
			// Who asks is settled before the body is read.
			const pass = await passOf(c, tokens, purpose)
			const request = readGatewayRequest(await readJson(c))
			const giveBack = await countQuestion(limits, purpose, pass)
			try {
				const spoken = await speak(request.turns, purpose, c.req.raw.signal)
				return request.stream ? streamed(c, spoken, request, giveBack) : c.json(await completionBody(spoken))
			} catch (error) {
				// Who leaves has asked all the same: else a question would be free for whoever hangs up before its last word.
				if (!c.req.raw.signal.aborted) await giveBack()
				throw error
			}
		})
		routes.all(path, () => {
			throw new GatewayError('method_not_allowed')
		})
	}
	routes.all('*', () => {
		throw new GatewayError('unknown_address')
	})
	routes.onError((error, c) => gatewayErrorAnswer(c, told(c, error)))

	return routes
}

async function passOf(c: Context, tokens: GatewayTokens, purpose: ChatPurpose): Promise<Pass> {
	const verified = await tokens.verify(purpose, bearerOf(c) ?? '')
	if (verified === 'expired') throw new GatewayError('token_expired')
	if (verified === 'invalid') throw new GatewayError('invalid_token')
	return verified
}

function readJson(c: Context): Promise<unknown> {
	return c.req.json().catch((error) => {
		throw error instanceof GatewayError ? error : new GatewayError('invalid_json')
	})
}

/** Chunks as Server-Sent Events; what goes wrong on the way is an event that the client library throws. */
function streamed(
	c: Context<AppEnv>,
	spoken: Spoken,
	{ includeUsage }: GatewayRequest,
	giveBack: () => Promise<void>,
): Response {
	// A proxy that collects the answer first would take the point out of it.
	c.header('X-Accel-Buffering', 'no')
	return streamSSE(c, async (stream) => {
		try {
			for await (const chunk of completionChunks(spoken, includeUsage))
				await stream.writeSSE({ data: JSON.stringify(chunk) })
			await stream.writeSSE({ data: '[DONE]' })
		} catch (error) {
			if (c.req.raw.signal.aborted) return
			await giveBack()
			await stream.writeSSE({ data: JSON.stringify(gatewayErrorBody(told(c, error))) })
		}
	})
}

/** The error as a client may hear it; what is our fault goes to the log. */
function told(c: Context, error: unknown): GatewayError {
	const known = asGatewayError(error)
	if (known.code === 'internal' && !c.req.raw.signal.aborted) c.get('log').error({ err: error }, 'the gateway failed')
	return known
}
