// What stands between the client library and a service that may be broken or hostile: no redirect is followed, no body is
// read without end, and an answer given whole although a stream was asked for is read as a stream of one event.

/** A `fetch` for answers of at most `mostBytes`. */
export function guardedFetch(mostBytes: number): typeof fetch {
	return async (input, init) => {
		// Followed, a redirect would carry the question somewhere else.
		const response = await fetch(input, { ...init, redirect: 'error' })
		const { status, headers, body } = response
		if (!body) return response
		const limited = body.pipeThrough(atMost(mostBytes))
		if (!response.ok || !/\bjson\b/.test(headers.get('content-type') ?? ''))
			return new Response(limited, { status, headers })
		const whole: unknown = JSON.parse(await new Response(limited).text())
		return new Response(asEvents(whole), { status, headers: { 'content-type': 'text/event-stream' } })
	}
}

function atMost(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
	let bytes = 0
	return new TransformStream({
		transform(part, controller) {
			bytes += part.byteLength
			if (bytes > mostBytes) controller.error(new Error('the answer is too large'))
			else controller.enqueue(part)
		},
	})
}

function asEvents(whole: unknown): string {
	const { choices } = (whole ?? {}) as { choices?: { message?: unknown; finish_reason?: unknown }[] }
	const choice = Array.isArray(choices) ? choices[0] : undefined
	const event = { choices: [{ index: 0, delta: choice?.message, finish_reason: choice?.finish_reason }] }
	return `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`
}
