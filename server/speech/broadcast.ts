// One recording that several may listen to while it is still being made: each gets every piece, from the first on, as
// soon as it is there. When the last listener has left, the making of it ends too.
import { SpeechFailure } from './failure.ts'

export type Broadcast = {
	/** Resolves when the first piece is here; until then a failure, or `signal`, is an error that can be answered. */
	join(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
	close(): void
}

/** `onEnd`: the whole recording, or undefined when it did not come to its end. */
export function createBroadcast(
	make: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
	onEnd: (whole: Uint8Array | undefined) => void,
): Broadcast {
	const pieces: Uint8Array[] = []
	const stop = new AbortController()
	let listeners = 0
	let hasEnded = false
	let failure: unknown
	let news = Promise.withResolvers<void>()
	void run()

	async function run() {
		try {
			for await (const piece of make(stop.signal)) {
				pieces.push(piece)
				tell()
			}
		} catch (error) {
			failure = error
		}
		hasEnded = true
		onEnd(failure === undefined ? Buffer.concat(pieces) : undefined)
		tell()
	}

	function tell() {
		news.resolve()
		news = Promise.withResolvers()
	}

	/** The piece at `index` as soon as it is there; undefined after the last one. */
	async function pieceAt(index: number): Promise<Uint8Array | undefined> {
		while (index >= pieces.length && !hasEnded) await news.promise
		if (index >= pieces.length && failure !== undefined) throw failure
		return pieces[index]
	}

	function leave() {
		listeners--
		if (listeners === 0 && !hasEnded) stop.abort()
	}

	return {
		async join(signal) {
			listeners++
			const leaveOnce = once(leave)
			try {
				await Promise.race([pieceAt(0), rejectedBy(signal)])
			} catch (error) {
				leaveOnce()
				throw error
			}
			return streamOf(pieceAt, leaveOnce)
		},
		close: () => stop.abort(),
	}
}

/** Reads nothing ahead of what its listener takes. */
function streamOf(pieceAt: (index: number) => Promise<Uint8Array | undefined>, leave: () => void) {
	let index = 0
	const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
		async pull(controller) {
			const piece = await pieceAt(index++)
			if (piece) controller.enqueue(piece as Uint8Array<ArrayBuffer>)
			else controller.close()
		},
		cancel: leave,
	}
	return new ReadableStream(source, { highWaterMark: 0 })
}

function rejectedBy(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const stopped = () => reject(new SpeechFailure('stopped'))
		if (signal.aborted) stopped()
		else signal.addEventListener('abort', stopped, { once: true })
	})
}

function once(act: () => void): () => void {
	let isDone = false
	return () => {
		if (!isDone) act()
		isDone = true
	}
}
