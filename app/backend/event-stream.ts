// Reads a `text/event-stream` from an answer to a POST, which the browser's own EventSource cannot ask for.

export type StreamEvent = { event: string; data: string; id: string | null }

/** The events of `body` as they arrive. An event that the connection's end cut off is dropped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
	const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
	let rest = ''
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) return
			const blocks = (rest + value).split(/\r?\n\r?\n/)
			rest = blocks.pop() ?? ''
			for (const block of blocks) {
				const event = parseEvent(block)
				if (event) yield event
			}
		}
	} finally {
		await reader.cancel().catch(() => {})
	}
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
