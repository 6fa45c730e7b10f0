// Reads a `text/event-stream` from an answer to a POST, which the browser's own EventSource cannot ask for.

export type StreamEvent = { event: string; data: string; id: string | null }

export type StreamOptions = {
	/** A connection without a byte for so long counts as broken; the server gives a sign of life every 5 seconds. */
	silenceMs?: number
}

/** The events of `body` as they arrive. An event that the connection's end cut off is dropped. */
export async function* readEvents(
	body: ReadableStream<Uint8Array>,
	{ silenceMs = Number.POSITIVE_INFINITY }: StreamOptions = {},
): AsyncGenerator<StreamEvent> {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
	let rest = ''
	try {
		for (;;) {
			const { done, value } = await within(silenceMs, reader.read())
			if (done) return
			const blocks = (rest + value).split(/\r?\n\r?\n/)
			rest = blocks.pop() ?? ''
			for (const block of blocks) {
				const event = parseEvent(block)
				if (event) yield event
			}
		}
	} finally {
		// Not waited for: a broken connection may never say that it is closed.
		reader.cancel().catch(() => {})
	}
}

/** A device that slept finds its time over when it wakes, which is what it should find. */
async function within<T>(ms: number, waitedFor: Promise<T>): Promise<T> {
	if (ms === Number.POSITIVE_INFINITY) return waitedFor
	let timer: ReturnType<typeof setTimeout> | undefined
	const silence = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new DOMException('the stream is silent', 'TimeoutError')), ms)
	})
	return Promise.race([waitedFor, silence]).finally(() => clearTimeout(timer))
}

function parseEvent(block: string): StreamEvent | null {
	const event: StreamEvent = { event: 'message', data: '', id: null }
	const data: string[] = []
	for (const line of block.split(/\r?\n/)) {
		const colon = line.indexOf(':')
		const name = colon < 0 ? line : line.slice(0, colon)
		const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
		if (name === 'event') event.event = value
		else if (name === 'data') data.push(value)
		else if (name === 'id') event.id = value
	}
	return data.length > 0 ? { ...event, data: data.join('\n') } : null
}
