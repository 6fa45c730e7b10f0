import { expect, it } from 'vitest'
import { createLanes, type LanesOptions } from './lanes.ts'

/** Lanes whose work ends when told. */
function handDriven(options: Partial<LanesOptions<string>> = {}) {
	const started: string[] = []
	const ends: (() => void)[] = []
	const overflowed: string[] = []
	const lanes = createLanes<string>({
		lanesAtOnce: 2,
		longestLane: 3,
		work(key, item) {
			started.push(key + item)
			return new Promise((resolve) => ends.push(resolve))
		},
		onOverflow: (key) => overflowed.push(key),
		...options,
	})
	const endNext = async () => {
		ends.shift()?.()
		await new Promise((resolve) => setImmediate(resolve))
	}
	return { lanes, started, overflowed, endNext }
}

it('one thing at a time within a lane, in order, while other lanes go on', async () => {
	const { lanes, started, endNext } = handDriven()
	for (const item of ['1', '2']) for (const key of ['a', 'b']) lanes.add(key, item)
	expect(started).toEqual(['a1', 'b1'])
	await endNext()
	expect(started).toEqual(['a1', 'b1', 'a2'])
})

it('no more lanes at once than allowed, and a long one does not hold up a short one', async () => {
	const { lanes, started, endNext } = handDriven({ lanesAtOnce: 1 })
	for (const item of ['1', '2', '3']) lanes.add('a', item)
	lanes.add('b', '1')
	for (let count = 0; count < 4; count++) await endNext()
	expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('a lane that grows too long is emptied and told', async () => {
	const { lanes, started, overflowed, endNext } = handDriven()
	for (const item of ['1', '2', '3', '4', '5']) lanes.add('a', item)
	expect(overflowed).toEqual(['a'])
	await endNext()
	expect(started).toEqual(['a1'])
	lanes.add('a', '6')
	expect(started).toEqual(['a1', 'a6'])
})

it('stopping drops what waits and lets end what is under way', async () => {
	const { lanes, started, endNext } = handDriven()
	for (const item of ['1', '2']) lanes.add('a', item)
	const stopped = lanes.stop()
	await endNext()
	await stopped
	expect(started).toEqual(['a1'])
})
