// An answer on OpenAI's chat-completions wire, whole or as chunks. Official sources stand in the wire's own place for web
// addresses, the annotations of the message.
import { randomUUID } from 'node:crypto'
import type { AnswerSource } from '../../../contracts/assistant.ts'
import type { Spoken } from './speak.ts'

/** The engine counts no tokens. */
const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** The whole answer; waits for its last piece. */
export async function completionBody({ model, pieces, ending }: Spoken) {
	let content = ''
	for await (const piece of pieces) content += piece
	const { sources, isCut } = ending()
	const message = { role: 'assistant', content, refusal: null, annotations: annotationsOf(sources, content) }
	return {
		...head('chat.completion', model),
		choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(isCut) }],
		usage,
	}
}

/** The same as chunks; the sources come with the last one. */
export async function* completionChunks({ model, pieces, ending }: Spoken, includeUsage: boolean) {
	const fixed = head('chat.completion.chunk', model)
	const chunk = (delta: object, finish: 'stop' | 'length' | null = null) => ({
		...fixed,
		choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
		...(includeUsage ? { usage: null } : {}),
	})
	let content = ''
	yield chunk({ role: 'assistant', content: '', refusal: null })
	for await (const piece of pieces) {
		content += piece
		yield chunk({ content: piece })
	}
	const { sources, isCut } = ending()
	const annotations = annotationsOf(sources, content)
	yield chunk(annotations.length > 0 ? { annotations } : {}, finishOf(isCut))
	if (includeUsage) yield { ...fixed, choices: [], usage }
}

function finishOf(isCut: boolean) {
	return isCut ? 'length' : 'stop'
}

function head(object: string, model: string) {
	return { id: `chatcmpl-${randomUUID()}`, object, created: Math.floor(Date.now() / 1000), model }
}

/** They stand for the whole answer. */
function annotationsOf(sources: readonly AnswerSource[], content: string) {
	return sources.map(({ title, url }) => ({
		type: 'url_citation',
		url_citation: { start_index: 0, end_index: content.length, title, url },
	}))
}
