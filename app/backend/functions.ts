// Calls of /functions/v1, as one answer or as a stream of events.
import { BackendError, backendError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import { loadBackend } from './session.ts'

type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

/** Calls the function `name` and gives its JSON answer. */
export async function callFunction<Answer>(name: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
	const response = await send(name, posted(body, 'application/json'), options)
	return answerOf<Answer>(response)
}

/** Deletes what the function keeps under that name. */
export async function deleteAtFunction(name: string, options: CallOptions = {}): Promise<void> {
	await send(name, { method: 'DELETE' }, options)
}

type NamedEvent = { event: string; data: unknown }
export type Numbered<Event extends NamedEvent> = Event & { id: string | null }

/**
 * Calls the function `name` and gives its events as they come, each with its data parsed. An `error` event is thrown;
 * so is a connection that breaks off, or falls silent, before `done`.
 */
export async function* streamFunction<Event extends NamedEvent>(
	name: string,
	body: unknown,
	options: CallOptions = {},
): AsyncGenerator<Numbered<Event>> {
	yield* eventsOf<Event>(await send(name, posted(body, 'text/event-stream'), options))
}

/** The same for a stream that was begun earlier: the events after the one with that id. */
export async function* resumeStream<Event extends NamedEvent>(
	name: string,
	lastEventId: string,
	options: CallOptions = {},
): AsyncGenerator<Numbered<Event>> {
	const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId }
	yield* eventsOf<Event>(await send(name, { method: 'GET', headers }, options))
}

const silenceMs = 15_000

async function* eventsOf<Event extends NamedEvent>(response: Response): AsyncGenerator<Numbered<Event>> {
	if (!response.body) throw new BackendError('unreachable', 0)
	let isDone = false
	try {
		for await (const { event, data, id } of readEvents(response.body, { silenceMs })) {
			const parsed: unknown = JSON.parse(data)
			if (event === 'error') throw errorEvent(parsed)
			isDone = event === 'done'
			yield { event, data: parsed, id } as Numbered<Event>
			if (isDone) return
		}
	} catch (error) {
		throw backendError(error)
	}
	if (!isDone) throw new BackendError('unreachable', 0)
}

const defaultTimeoutMs = 60_000

function posted(body: unknown, accept: string): RequestInit {
	return {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Accept: accept },
		body: JSON.stringify(body),
	}
}

/** Sends the request; the time limit holds until the answer begins, or has arrived when it is not a stream. */
async function send(
	name: string,
	init: RequestInit,
	{ signal, timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<Response> {
	const clock = new AbortController()
	const timer = setTimeout(() => clock.abort(new DOMException('late', 'TimeoutError')), timeoutMs)
	try {
		const { fetchAsPerson } = await loadBackend()
		const signals = [clock.signal, ...(signal ? [signal] : [])]
		const response = await fetchAsPerson(`/functions/v1/${name}`, { ...init, signal: AbortSignal.any(signals) })
		if (!response.ok) throw backendError(await answerOf(response).catch(() => ({})), response.status)
		if (response.headers.get('content-type')?.includes('text/event-stream')) clearTimeout(timer)
		return response
	} catch (error) {
		throw backendError(error)
	}
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
	try {
		return (await response.json()) as Answer
	} catch (error) {
		throw backendError(error)
	}
}

/** The stream began with 200, so an error inside it has a code alone; 500 stands for "the server said so". */
function errorEvent(data: unknown): BackendError {
	const { code, status } = data as { code?: unknown; status?: unknown }
	return new BackendError(typeof code === 'string' ? code : 'unknown', typeof status === 'number' ? status : 500)
}
