// The body of a request, as a stream or as JSON.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { StorageError } from './errors.ts'
import { maxJsonBytes } from './limits.ts'
import { parse } from './schemas.ts'

/** Piece by piece, no faster than it is taken. A client that goes away in the middle is no failure of the server's. */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
	if (!request.body) return
	const reader = request.body.getReader()
	for (;;) {
		const { done, value } = await reader.read().catch((error) => {
			throw new StorageError('broken_body', undefined, error)
		})
		if (done) return
		yield value
	}
}

/** In `schema`'s form; an empty body counts as `{}`. Stops reading where it becomes too large. */
export async function readJson<Schema extends z.ZodType>(
	c: Context<AppEnv>,
	schema: Schema,
): Promise<z.output<Schema>> {
	const tooLarge = () => new StorageError('too_large', 'The request body is too large')
	const text = (await collect(bodyOf(c.req.raw), maxJsonBytes, tooLarge)).toString('utf8')
	if (text === '') return parse(schema, {})
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch (error) {
		throw new StorageError('invalid_request', 'body: must be JSON', error)
	}
	return parse(schema, value)
}

/** All of `bytes`; `refusal` is what happens when they are more than expected. */
export async function collect(
	bytes: AsyncIterable<Uint8Array>,
	maxBytes: number,
	refusal: () => StorageError,
): Promise<Buffer> {
	const pieces: Uint8Array[] = []
	let size = 0
	for await (const piece of bytes) {
		size += piece.length
		if (size > maxBytes) throw refusal()
		pieces.push(piece)
	}
	return Buffer.concat(pieces)
}
