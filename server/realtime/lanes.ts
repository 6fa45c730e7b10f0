// Work in lanes: one thing after the other within a lane, several lanes at a time. A lane that grows too long is emptied
// and its owner told, so that one person's flood neither fills the memory nor keeps others waiting.

export type Lanes<Item> = {
	add(key: string, item: Item): void
	/** Drops what waits and resolves when nothing is under way any more. */
	stop(): Promise<void>
}

export type LanesOptions<Item> = {
	lanesAtOnce: number
	longestLane: number
	/** Must not fail. */
	work(key: string, item: Item): Promise<void>
	onOverflow(key: string): void
}

export function createLanes<Item>({ lanesAtOnce, longestLane, work, onOverflow }: LanesOptions<Item>): Lanes<Item> {
	const waiting = new Map<string, Item[]>()
	const running = new Map<string, Promise<void>>()

	/** Lanes take turns: after each item the next lane in line is served. */
	const startNext = () => {
		for (const [key, items] of waiting) {
			if (running.size >= lanesAtOnce) return
			if (running.has(key)) continue
			const item = items.shift() as Item
			waiting.delete(key)
			if (items.length > 0) waiting.set(key, items)
			const done = work(key, item).finally(() => {
				running.delete(key)
				startNext()
			})
			running.set(key, done)
		}
	}

	return {
		add(key, item) {
			const items = waiting.get(key) ?? []
			if (items.length >= longestLane) {
				waiting.delete(key)
				return onOverflow(key)
			}
			items.push(item)
			waiting.set(key, items)
			startNext()
		},
		async stop() {
			waiting.clear()
			await Promise.allSettled(running.values())
		},
	}
}
