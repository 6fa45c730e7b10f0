// /functions/v1: what the app calls beside tables and accounts. The assistant for
// signed-in people, gateway tokens for visitors, speech; the gateway itself is mounted beside this, without keys.
import { type Context, Hono } from 'hono'
import { type ChatRequest, chatRequestSchema, longestQuestion } from '../../contracts/assistant.ts'
import type { AppEnv } from '../app-env.ts'
import { lastEventId, streamAnswer, wantsStream } from './answer-stream.ts'
import { clearConversation, type SignedIn } from './answers/answer-rows.ts'
import { wholeAnswer } from './answers/growing-answer.ts'
import { stopAnswer, takeUpAnswer } from './answers/take-up.ts'
import { type ChatParts, completeChat } from './chat-completion.ts'
import { asFunctionError, FunctionError, functionErrorAnswer } from './errors.ts'
import { getSecret, type SecretParts } from './get-secret.ts'
import { type SpeechParts, speechRoutes } from './speech.ts'

export type FunctionsParts = ChatParts & SecretParts & SpeechParts

export function functionsRoutes(parts: FunctionsParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/chat-completion-with-context', async (c) => {
		const caller = signedIn(c)
		const request = await readChatRequest(c)
		const ask = () => completeChat(parts, caller, request)
		return wantsStream(c) ? streamAnswer(c, ask) : c.json(await wholeAnswer(await ask()))
	})

	routes.get('/chat-completion-with-context/:id', async (c) => {
		const answer = await takeUpAnswer(parts, signedIn(c), c.req.param('id'))
		return streamAnswer(c, async () => answer, lastEventId(c))
	})

	routes.delete('/chat-completion-with-context/:id', async (c) => {
		await stopAnswer(parts, signedIn(c), c.req.param('id'))
		return c.json({ success: true })
	})

	routes.post('/clear-context', async (c) => {
		const caller = signedIn(c)
		await clearConversation(parts.database, caller)
		parts.answers.breakOffOf(caller.userId, 'gone')
		return c.json({ success: true })
	})

	routes.post('/get-secret', async (c) => c.json(await getSecret(parts, c)))

	for (const path of [
		'/chat-completion-with-context',
		'/chat-completion-with-context/:id',
		'/clear-context',
		'/get-secret',
	]) {
		routes.all(path, () => {
			throw new FunctionError('method_not_allowed')
		})
	}
	routes.route('/', speechRoutes(parts))
	routes.all('*', () => {
		throw new FunctionError('unknown_function')
	})
	routes.onError((error, c) => {
		const told = asFunctionError(error)
		if (told.code === 'internal') c.get('log').error({ err: error }, 'function failed')
		return functionErrorAnswer(c, told)
	})

	return routes
}

function signedIn(c: Context<AppEnv>): SignedIn {
	const caller = c.get('caller')
	if (caller.role !== 'authenticated') throw new FunctionError('not_authenticated')
	return caller
}

async function readChatRequest(c: Context<AppEnv>): Promise<ChatRequest> {
	const body: unknown = await c.req.json().catch(() => {
		throw new FunctionError('invalid_json')
	})
	const parsed = chatRequestSchema.safeParse(body)
	if (!parsed.success) throw new FunctionError('invalid_request')
	if (parsed.data.message === '') throw new FunctionError('empty_message')
	if ([...parsed.data.message].length > longestQuestion) throw new FunctionError('message_too_long')
	return parsed.data
}
