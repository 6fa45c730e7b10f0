import { setTimeout as pause } from 'node:timers/promises'
import { MessageFailure } from './failure.ts'

/** Tries once, and again after each pause while the failure is one that can pass; gives the number of attempts. */
export async function withRetries(send: () => Promise<void>, pausesMs: readonly number[]): Promise<number> {
	for (let attempt = 1; ; attempt++) {
		const failure = await attemptOnce(send)
		if (!failure) return attempt
		const pauseMs = pausesMs[attempt - 1]
		if (!failure.mayPass || pauseMs === undefined) throw failure
		await pause(pauseMs)
	}
}

async function attemptOnce(send: () => Promise<void>): Promise<MessageFailure | undefined> {
	try {
		await send()
	} catch (error) {
		if (error instanceof MessageFailure) return error
		throw error
	}
}
