// Sound on its way out, either piece by piece or as a whole. Whoever leaves stops listening at once.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { SpeechFailure } from '../speech/failure.ts'

/** What breaks off in the middle must not look like the end: the connection is cut, and the log has the reason already. */
export function cutOffOnFailure(
	c: Context<AppEnv>,
	sound: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	const outgoing = (c.env as HttpBindings | undefined)?.outgoing
	const reader = sound.getReader()
	return new ReadableStream(
		{
			async pull(controller) {
				const piece = await reader.read().catch(() => undefined)
				if (!piece) outgoing?.destroy()
				if (!piece || piece.done) controller.close()
				else controller.enqueue(piece.value as Uint8Array<ArrayBuffer>)
			},
			cancel: (reason) => reader.cancel(reason),
		},
		{ highWaterMark: 0 },
	)
}

/** Everything of it; throws a SpeechFailure. */
export async function wholeSound(sound: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
	const reader = sound.getReader()
	const stop = () => void reader.cancel().catch(() => {})
	signal.addEventListener('abort', stop, { once: true })
	const pieces: Uint8Array[] = []
	for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value)
	signal.removeEventListener('abort', stop)
	if (signal.aborted) throw new SpeechFailure('stopped')
	return Buffer.concat(pieces)
}
