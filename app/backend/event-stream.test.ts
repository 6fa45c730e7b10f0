import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

const text =
	': hola\n\nid: 1\nevent: start\ndata: {"id":"a"}\n\nid: 2\nevent: delta\ndata: {"text":"¿Qué día?"}\n\ndata: uno\ndata: dos\n\n'
const events = [
	{ event: 'start', data: '{"id":"a"}', id: '1' },
	{ event: 'delta', data: '{"text":"¿Qué día?"}', id: '2' },
	{ event: 'message', data: 'uno\ndos', id: null },
]

function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
	let at = 0
	return new ReadableStream({
		pull(controller) {
			if (at >= bytes.length) return controller.close()
			controller.enqueue(bytes.slice(at, at + size))
			at += size
		},
	})
}

test.each([1, 2, 3, 7, 1000])('events arrive whole when the network delivers %i bytes at a time', async (size) => {
	expect(await Array.fromAsync(readEvents(streamOf(new TextEncoder().encode(text), size)))).toEqual(events)
})

test('line ends may be those of Windows', async () => {
	const bytes = new TextEncoder().encode(text.replaceAll('\n', '\r\n'))
	expect(await Array.fromAsync(readEvents(streamOf(bytes, 1000)))).toEqual(events)
})

test('an event without its end is dropped', async () => {
	const bytes = new TextEncoder().encode(`${text}event: done\ndata: {"reply":`)
	expect(await Array.fromAsync(readEvents(streamOf(bytes, 10)))).toEqual(events)
})

test('a stream that falls silent is given up, and one with signs of life is not', async () => {
	const chunks = [': \n\n', 'data: x\n\n']
	const body = () => {
		const left = [...chunks]
		return new ReadableStream<Uint8Array>({
			pull: (controller) => {
				const next = left.shift()
				if (next) controller.enqueue(new TextEncoder().encode(next))
				else return new Promise(() => {})
			},
		})
	}
	const read = readEvents(body(), { silenceMs: 20 })
	expect((await read.next()).value).toMatchObject({ data: 'x' })
	await expect(read.next()).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('who stops reading stops the stream', async () => {
	let cancelled = false
	const endless = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
		cancel: () => {
			cancelled = true
		},
	})
	for await (const event of readEvents(endless)) if (event) break
	await expect.poll(() => cancelled).toBe(true)
})
