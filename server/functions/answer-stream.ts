// An answer as Server-Sent Events: start {id}, delta {text} sentence by sentence, done {reply, sources, kind}, or error {error, code}.
// Every event carries an id, so that a reader knows how far it got.
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { ChatAnswer } from '../../contracts/assistant.ts'
import type { AppEnv } from '../app-env.ts'
import { sentencesOf } from '../assistant/language/sentences.ts'
import { asFunctionError, functionErrorBody } from './errors.ts'

/** True when the caller asked for a stream. */
export function wantsStream(c: Context): boolean {
	return /\btext\/event-stream\b/.test(c.req.header('accept') ?? '')
}

/** Streams what `ask` gives; what goes wrong after the start is told as an event. */
export function streamAnswer(c: Context<AppEnv>, ask: () => Promise<ChatAnswer>): Response {
	// A proxy that collects the answer first would take the point out of it.
	c.header('X-Accel-Buffering', 'no')
	return streamSSE(c, async (stream) => {
		let count = 0
		const send = (event: string, data: object) =>
			stream.writeSSE({ id: String(++count), event, data: JSON.stringify(data) })
		try {
			const { id, ...answer } = await ask()
			await send('start', { id })
			for (const text of piecesOf(answer.reply)) await send('delta', { text })
			await send('done', answer)
		} catch (error) {
			const told = asFunctionError(error)
			if (told.code === 'internal') c.get('log').error({ err: error }, 'answering failed')
			await send('error', functionErrorBody(told))
		}
	})
}

/** The reply in pieces that end where sentences end; together they are the reply, blanks and line breaks included. */
export function piecesOf(reply: string): string[] {
	const pieces: string[] = []
	let from = 0
	for (const sentence of sentencesOf(reply)) {
		const end = reply.indexOf(sentence, from) + sentence.length
		pieces.push(reply.slice(from, end))
		from = end
	}
	if (from < reply.length) pieces.push(reply.slice(from))
	return pieces
}
