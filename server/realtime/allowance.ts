// How much a socket may say: so many messages at once and so many more each second.
import { messageBurst, messagesPerSecond } from './limits.ts'

/** `now` is in milliseconds. */
export function createAllowance(now: () => number) {
	let left = messageBurst
	let countedAt = now()
	return {
		/** False past it. */
		take(): boolean {
			const time = now()
			left = Math.min(messageBurst, left + ((time - countedAt) / 1000) * messagesPerSecond)
			countedAt = time
			if (left < 1) return false
			left--
			return true
		},
	}
}
