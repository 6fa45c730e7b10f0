import { ModelFailure } from './failure.ts'

export type WatchTimes = {
	/** Until the first word; a large model thinks before it speaks. */
	firstMs: number
	/** Between two words. */
	idleMs: number
	/** For one attempt in all. */
	wholeMs: number
}

export type Watchdog = {
	/** Aborts with the caller's reason, or with a ModelFailure when it took too long. */
	signal: AbortSignal
	/** Something came. */
	touch(): void
	stop(): void
}

/** Aborts what nothing comes from any more. */
export function watch(outer: AbortSignal, { firstMs, idleMs, wholeMs }: WatchTimes): Watchdog {
	const controller = new AbortController()
	const giveUp = (detail: string) => () => controller.abort(new ModelFailure('provider_failed', detail))
	const whole = setTimeout(giveUp('took too long'), wholeMs)
	let silence = setTimeout(giveUp('did not begin in time'), firstMs)
	return {
		signal: AbortSignal.any([outer, controller.signal]),
		touch() {
			clearTimeout(silence)
			silence = setTimeout(giveUp('fell silent'), idleMs)
		},
		stop() {
			clearTimeout(silence)
			clearTimeout(whole)
		},
	}
}
