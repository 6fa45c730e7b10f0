// What a client of OpenAI's wire sends, cut down to what this server lets it decide: the question and the turns before it.
// Instructions, model, temperature, length and tools are the server's business, whatever stands in the request.
import { z } from 'zod'
import { longestQuestion } from '../../../contracts/assistant.ts'
import { GatewayError } from './errors.ts'
import type { ChatTurn } from './speak.ts'

/** Questions of the conversation that are looked at, the new one included. */
const mostQuestions = 6
/** Characters of an answer from before; it comes from the client, so it is no more than a hint. */
const longestAnswer = 1_000

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const content = z.union([z.string(), z.array(textPart)])
const said = z.object({ role: z.enum(['user', 'assistant']), content: content.nullish() })
/** Whatever they say, they are not read. */
const dropped = z.object({ role: z.enum(['system', 'developer', 'tool', 'function']) })

const requestSchema = z.object({
	messages: z.array(z.union([said, dropped])).min(1),
	stream: z.boolean().nullish(),
	stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
})

export type GatewayRequest = {
	/** Few and short; they begin and end with a question. */
	turns: ChatTurn[]
	stream: boolean
	includeUsage: boolean
}

/** The request in `body`; throws the case it is refused with. */
export function readGatewayRequest(body: unknown): GatewayRequest {
	const parsed = requestSchema.safeParse(body)
	if (!parsed.success) throw new GatewayError('invalid_request')
	const { messages, stream, stream_options: options } = parsed.data
	const turns = messages.filter(isSaid).map(({ role, content }) => ({ role, content: textOf(content) }))
	const question = turns.at(-1)
	if (question?.role !== 'user') throw new GatewayError('invalid_request')
	if (question.content === '') throw new GatewayError('empty_message')
	if ([...question.content].length > longestQuestion) throw new GatewayError('message_too_long')
	return { turns: fewTurns(turns), stream: stream ?? false, includeUsage: options?.include_usage ?? false }
}

function isSaid(message: z.infer<typeof said> | z.infer<typeof dropped>): message is z.infer<typeof said> {
	return message.role === 'user' || message.role === 'assistant'
}

function textOf(content: z.infer<typeof said>['content']): string {
	const text = typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n')
	return text.trim()
}

function fewTurns(turns: ChatTurn[]): ChatTurn[] {
	const questions = turns.flatMap(({ role }, i) => (role === 'user' ? [i] : []))
	return turns
		.slice(questions.at(-mostQuestions) ?? questions[0])
		.map(({ role, content }) => ({ role, content: cut(content, role === 'user' ? longestQuestion : longestAnswer) }))
}

function cut(text: string, length: number): string {
	return text.length > length ? [...text].slice(0, length).join('') : text
}
