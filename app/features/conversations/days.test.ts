import { expect, test } from 'vitest'
import { dayLabel, groupByDay, timestamp } from './days.ts'

const words = { today: 'Hoy', yesterday: 'Ayer', locale: 'es' }
const now = new Date(2026, 10, 20, 0, 5)
const chat = (id: string, createdAt: Date) => ({ id, question: '', answer: '', isFavorite: false, createdAt })

test.each([
	[new Date(2026, 10, 20, 0, 1), 'Hoy'],
	[new Date(2026, 10, 20, 23, 59), 'Hoy'],
	[new Date(2026, 10, 19, 23, 59), 'Ayer'],
	[new Date(2026, 10, 18, 12), 'miércoles, 18/11/2026'],
	[new Date(2025, 10, 20, 12), 'jueves, 20/11/2025'],
	[new Date(2026, 0, 5, 9), 'lunes, 05/01/2026'],
])('%s is called %s', (date, label) => {
	expect(dayLabel(date, now, words)).toBe(label)
})

test('yesterday is found across the end of a year', () => {
	expect(dayLabel(new Date(2025, 11, 31, 23), new Date(2026, 0, 1, 1), words)).toBe('Ayer')
})

test('a timestamp has two digits everywhere', () => {
	expect(timestamp(new Date(2026, 2, 4, 7, 9))).toBe('04/03/2026 07:09')
})

test('chats of one day stand together, newest day first, in their order', () => {
	const days = groupByDay([
		chat('c', new Date(2026, 10, 20, 9)),
		chat('b', new Date(2026, 10, 20, 8)),
		chat('a', new Date(2026, 10, 18, 23)),
	])
	expect(days.map((day) => day.chats.map(({ id }) => id))).toEqual([['c', 'b'], ['a']])
})
