// Hears one answer to its end. A connection that breaks is taken up again from the last event heard; what was never begun
// is asked again under the same request, which never asks the assistant twice.
import type { ChatEvent } from '../../../contracts/assistant.ts'
import { type BackendError, backendError } from '../../backend/errors.ts'
import type { Numbered } from '../../backend/functions.ts'

/** What the stream says when all goes well. */
export type AnswerEvent = Exclude<ChatEvent, { event: 'error' }>
type Answer = Extract<AnswerEvent, { event: 'done' }>['data']

export type AnswerLine = {
	ask(signal: AbortSignal): AsyncIterable<Numbered<AnswerEvent>>
	takeUp(answerId: string, lastEventId: string, signal: AbortSignal): AsyncIterable<Numbered<AnswerEvent>>
	/** Waits before another try, longer each time; less when the device is back online. */
	pause(failures: number, signal: AbortSignal): Promise<void>
}

export type AnswerListener = {
	/** The answer begins, from its first word. */
	onBegun(answerId: string): void
	onText(text: string): void
	/** The connection is lost and will be tried again. */
	onInterrupted(): void
}

/** The whole answer. `answerId` is known when it is taken up again; fails when nothing more can be done. */
export async function hearAnswer(
	line: AnswerLine,
	listener: AnswerListener,
	{ answerId, signal }: { answerId: string | null; signal: AbortSignal },
): Promise<Answer> {
	let id = answerId
	let lastEventId = '0'
	let failures = 0
	let askedAgain = 0
	for (;;) {
		try {
			for await (const event of id ? line.takeUp(id, lastEventId, signal) : line.ask(signal)) {
				failures = 0
				lastEventId = event.id ?? lastEventId
				if (event.event === 'done') return event.data
				if (event.event === 'delta') listener.onText(event.data.text)
				if (event.event !== 'start') continue
				id = event.data.id
				listener.onBegun(id)
			}
		} catch (cause) {
			signal.throwIfAborted()
			failures += 1
			const failure = backendError(cause)
			const next = whatNext(failure, { hasBegun: id !== null, failures, askedAgain })
			if (next === 'give up') throw failure
			if (id) listener.onInterrupted()
			if (next === 'ask again') {
				id = null
				lastEventId = '0'
				askedAgain += 1
			}
			await line.pause(failures, signal)
		}
	}
}

/** About two minutes, with the pauses below. */
const mostFailures = 20
const mostFailuresBeforeStart = 3
const mostAskedAgain = 2

type Situation = { hasBegun: boolean; failures: number; askedAgain: number }

export function whatNext(
	{ code }: BackendError,
	{ hasBegun, failures, askedAgain }: Situation,
): 'try again' | 'ask again' | 'give up' {
	const isGone = code === 'answer_not_found' || code === 'answer_interrupted'
	if (isGone) return hasBegun && askedAgain < mostAskedAgain ? 'ask again' : 'give up'
	const mayPass = code === 'unreachable' || (hasBegun && code === 'rate_limited')
	const most = hasBegun || askedAgain > 0 ? mostFailures : mostFailuresBeforeStart
	return mayPass && failures < most ? 'try again' : 'give up'
}

const firstPauseMs = 500
const longestPauseMs = 8000

/** The pause in a browser: over at once when it is back online or somebody looks at the page again. */
export function pauseOrWake(failures: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const settled = new AbortController()
		const wake = () => {
			if (document.visibilityState === 'hidden') return
			settled.abort()
			resolve()
		}
		const timer = setTimeout(wake, Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs))
		const options = { signal: settled.signal }
		settled.signal.addEventListener('abort', () => clearTimeout(timer))
		addEventListener('online', wake, options)
		document.addEventListener('visibilitychange', wake, options)
		signal.addEventListener(
			'abort',
			() => {
				settled.abort()
				reject(signal.reason)
			},
			options,
		)
	})
}
