// One answer while it is given: what was released goes to its readers at once and into its row as soon as the one before
// is written. It ends by itself, by the person's wish, by the clock, or with the server.
import type { Said, Speaker } from '../../assistant/speaker.ts'
import { asFunctionError } from '../errors.ts'
import type { AnswerEnd, GrowingAnswer } from './growing-answer.ts'

/** Why an answer is broken off. `gone`: the person has cleared the conversation, or is not signed in any more. */
export type BreakOff = 'stopped' | 'late' | 'interrupted' | 'gone'

export type RunningAnswer = GrowingAnswer & {
	readonly id: string
	breakOff(why: BreakOff): void
	/** Resolves when it has ended and everything about it is written. */
	readonly settled: Promise<void>
}

/** How far it got when the speaker had nothing more to say, was broken off or failed. */
export type Outcome = { pieces: string[]; said?: Said; brokenOff?: BreakOff; error?: unknown }

export type RunParts = {
	id: string
	speak(release: (piece: string) => void, signal: AbortSignal): ReturnType<Speaker>
	/** Writes down how far it got; says why to break off, if there is a reason. */
	keep(pieces: readonly string[]): Promise<BreakOff | undefined>
	/** Writes the outcome down and gives what the readers are told. */
	conclude(outcome: Outcome): Promise<AnswerEnd>
	limitMs: number
}

/** Far more than any answer has. */
const mostPieces = 500
const mostCharacters = 50_000

export function runAnswer({ id, speak, keep, conclude, limitMs }: RunParts): RunningAnswer {
	const pieces: string[] = []
	const controller = new AbortController()
	const { signal } = controller
	let end: AnswerEnd | undefined
	let change = Promise.withResolvers<void>()
	let length = 0
	let isOver = false
	const breakOff = (why: BreakOff) => controller.abort(why)
	const tell = () => {
		change.resolve()
		change = Promise.withResolvers()
	}
	const keeping = oneAtATime(async () => {
		const why = await keep([...pieces])
		if (why) breakOff(why)
	})
	const release = (piece: string) => {
		if (isOver || signal.aborted || piece === '') return
		length += piece.length
		if (pieces.length >= mostPieces || length > mostCharacters) return breakOff('late')
		pieces.push(piece)
		tell()
		keeping.request()
	}

	return { id, breakOff, settled: run(), look }

	async function run(): Promise<void> {
		const clock = setTimeout(() => breakOff('late'), limitMs)
		const outcome = await listen()
		isOver = true
		clearTimeout(clock)
		await keeping.idle()
		try {
			end = await conclude(outcome)
		} catch (error) {
			end = { failure: asFunctionError(error) }
			throw error
		} finally {
			tell()
		}
	}

	async function listen(): Promise<Outcome> {
		try {
			return { pieces, said: await Promise.race([speak(release, signal), whenAborted(signal)]) }
		} catch (error) {
			return signal.aborted ? { pieces, brokenOff: signal.reason as BreakOff } : { pieces, error }
		}
	}

	async function look() {
		const { promise } = change
		return { id, pieces, end, changed: () => promise }
	}
}

/** A speaker may be slow to notice. */
function whenAborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

/** Runs `work` again after it was requested during a run; several requests meanwhile are one. */
function oneAtATime(work: () => Promise<void>): { request(): void; idle(): Promise<void> } {
	let running: Promise<void> | undefined
	let isWanted = false
	const run = async () => {
		while (isWanted) {
			isWanted = false
			await work()
		}
		running = undefined
	}
	return {
		request: () => {
			isWanted = true
			running ??= run()
		},
		idle: async () => running,
	}
}
