import { expect, it } from 'vitest'
import { readBanDuration } from './ban-duration.ts'

const now = new Date('2026-01-01T00:00:00Z')

it.each([
	['24h', '2026-01-02T00:00:00.000Z'],
	['2h45m', '2026-01-01T02:45:00.000Z'],
	['1.5s', '2026-01-01T00:00:01.500Z'],
	['876000000h', '9999-01-01T00:00:00.000Z'],
])('a ban of %s ends at %s', (duration, end) => {
	expect(readBanDuration(duration, now)?.toISOString()).toBe(end)
})

it('none lifts it', () => {
	expect(readBanDuration('none', now)).toBeNull()
})
