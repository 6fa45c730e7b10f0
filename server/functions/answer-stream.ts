// An answer as Server-Sent Events: start {id}, delta {text} sentence by sentence, done {reply, sources, kind}, or error {error, code}.
// Every event carries its number as id, so that a reader who lost the connection can go on from there.
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '../app-env.ts'
import { answerEvents, type GrowingAnswer } from './answers/growing-answer.ts'
import { asFunctionError, functionErrorBody } from './errors.ts'

/** How often a silent stream says that it lives: readers take a longer silence for a broken connection. */
const signOfLifeMs = 5000

/** True when the caller asked for a stream. */
export function wantsStream(c: Context): boolean {
	return /\btext\/event-stream\b/.test(c.req.header('accept') ?? '')
}

/** The number of the last event a reader has; 0 when it begins. */
export function lastEventId(c: Context): number {
	const given = c.req.header('last-event-id') ?? ''
	return /^\d{1,6}$/.test(given) ? Number(given) : 0
}

/** Streams what `open` gives, from the event after the one numbered `after`; what goes wrong is told as an event. */
export function streamAnswer(c: Context<AppEnv>, open: () => Promise<GrowingAnswer>, after = 0): Response {
	// A proxy that collects the answer first would take the point out of it.
	c.header('X-Accel-Buffering', 'no')
	return streamSSE(c, async (stream) => {
		const reader = new AbortController()
		stream.onAbort(() => reader.abort())
		const signsOfLife = setInterval(() => void stream.write(':\n\n'), signOfLifeMs)
		let told = after
		const send = (event: string, id: number, data: object) =>
			stream.writeSSE({ id: String(id), event, data: JSON.stringify(data) })
		try {
			for await (const { id, event, data } of answerEvents(await open(), after, reader.signal)) {
				told = id
				await send(event, id, data)
			}
		} catch (error) {
			const failure = asFunctionError(error)
			if (failure.code === 'internal') c.get('log').error({ err: error }, 'answering failed')
			await send('error', told + 1, functionErrorBody(failure))
		} finally {
			clearInterval(signsOfLife)
		}
	})
}
