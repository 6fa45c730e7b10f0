// Calls of /functions/v1, as one answer or as a stream of events.
import { BackendError, backendError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import { loadBackend } from './session.ts'

type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

/** Calls the function `name` and gives its JSON answer. */
export async function callFunction<Answer>(name: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
	const response = await post(name, body, 'application/json', options)
	return answerOf<Answer>(response)
}

/**
 * Calls the function `name` and gives its events as they come, each with its data parsed. An `error` event is thrown;
 * so is a connection that breaks off before `done`.
 */
export async function* streamFunction<Event extends { event: string; data: unknown }>(
	name: string,
	body: unknown,
	options: CallOptions = {},
): AsyncGenerator<Event> {
	const response = await post(name, body, 'text/event-stream', options)
	if (!response.body) throw new BackendError('unreachable', 0)
	let isDone = false
	try {
		for await (const { event, data } of readEvents(response.body)) {
			const parsed: unknown = JSON.parse(data)
			if (event === 'error') throw errorEvent(parsed)
			isDone = event === 'done'
			yield { event, data: parsed } as Event
			if (isDone) return
		}
	} catch (error) {
		throw backendError(error)
	}
	if (!isDone) throw new BackendError('unreachable', 0)
}

const defaultTimeoutMs = 60_000

async function post(
	name: string,
	body: unknown,
	accept: string,
	{ signal, timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<Response> {
	try {
		const { fetchAsPerson } = await loadBackend()
		const response = await fetchAsPerson(`/functions/v1/${name}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Accept: accept },
			body: JSON.stringify(body),
			signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
		})
		if (!response.ok) throw backendError(await answerOf(response).catch(() => ({})), response.status)
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
