// The answers this process is giving, independent of the connections that asked for them. A heartbeat keeps their rows
// young and hears from them that another replica was told to stop one. On shutdown they get some seconds to end.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { BreakOff, RunningAnswer } from './running-answer.ts'

export type RunningAnswers = {
	/** Keeps an eye on the answer until it has settled. */
	add(userId: string, answer: RunningAnswer): void
	/** The answer, if it is that person's and given here. */
	find(userId: string, id: string): RunningAnswer | undefined
	/** Breaks off whatever is being given to that person here. */
	breakOffOf(userId: string, why: BreakOff): void
	/** True once the server is stopping: nothing new is begun. */
	readonly isClosing: boolean
	/** Removes what was not given within ten minutes; happens by itself every minute. */
	removeExpired(): Promise<void>
	/** One heartbeat; happens by itself. */
	beat(): Promise<void>
	/** Lets what is under way end, for some seconds, and breaks off the rest. */
	drain(): Promise<void>
	close(): Promise<void>
}

export type RunningAnswersParts = {
	database: Pick<Database, 'query'>
	log: Logger
	/** How long answers under way may take when the server stops. */
	drainMs?: number
}

/** Also the longest that a stop on another replica goes unheard. */
const heartbeatMs = 1000
const cleaningIntervalMs = 60_000

export function createRunningAnswers({ database, log, drainMs = 5000 }: RunningAnswersParts): RunningAnswers {
	const running = new Map<string, { userId: string; answer: RunningAnswer }>()
	let isClosing = false
	const heart = setInterval(() => void beat(), heartbeatMs)
	const cleaning = setInterval(() => void removeExpired(), cleaningIntervalMs)
	for (const timer of [heart, cleaning]) timer.unref()

	return {
		add(userId, answer) {
			running.set(answer.id, { userId, answer })
			answer.settled
				.catch((error) => log.error({ err: error, answerId: answer.id }, 'an answer could not be concluded'))
				.finally(() => running.delete(answer.id))
			if (isClosing) answer.breakOff('interrupted')
		},
		find(userId, id) {
			const found = running.get(id)
			return found?.userId === userId ? found.answer : undefined
		},
		breakOffOf(userId, why) {
			for (const one of running.values()) if (one.userId === userId) one.answer.breakOff(why)
		},
		get isClosing() {
			return isClosing
		},
		beat,
		removeExpired,
		async drain() {
			isClosing = true
			await Promise.race([allSettled(), pause(drainMs, undefined, { ref: false })])
			for (const { answer } of running.values()) answer.breakOff('interrupted')
			await allSettled()
		},
		async close() {
			clearInterval(heart)
			clearInterval(cleaning)
		},
	}

	function allSettled() {
		return Promise.allSettled([...running.values()].map(({ answer }) => answer.settled))
	}

	async function beat(): Promise<void> {
		const ids = [...running.keys()]
		if (ids.length === 0) return
		const states = await touch(ids).catch((error) => {
			log.warn({ err: error }, 'the answers under way cannot be kept young')
			return undefined
		})
		if (!states) return
		for (const id of ids) {
			const state = states.get(id)
			if (state !== 'running') running.get(id)?.answer.breakOff(state === 'stopping' ? 'stopped' : 'gone')
		}
	}

	async function touch(ids: string[]): Promise<Map<string, string>> {
		const rows = await database.query<{ id: string; state: string }>({
			text: 'update public.assistant_answers set touched_at = now() where id = any($1::uuid[]) returning id, state',
			values: [ids],
		})
		return new Map(rows.map(({ id, state }) => [id, state]))
	}

	async function removeExpired(): Promise<void> {
		await database
			.query({ text: 'delete from public.assistant_answers where expires_at <= now()', values: [] })
			.catch((error) => log.error({ err: error }, 'expired answers cannot be removed'))
	}
}
