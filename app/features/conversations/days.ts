// Days as people read them. A day is one of the device's own calendar, whatever the time zone.
import type { SavedChat } from '../../backend/saved-chats.ts'

export type Day = { key: string; date: Date; chats: SavedChat[] }
export type DayWords = { today: string; yesterday: string; locale: string }

/** The chats by calendar day. Both stay in the order they come in: newest first. */
export function groupByDay(chats: readonly SavedChat[]): Day[] {
	const days = new Map<string, Day>()
	for (const chat of chats) {
		const key = dayKey(chat.createdAt)
		const day = days.get(key) ?? { key, date: chat.createdAt, chats: [] }
		day.chats.push(chat)
		days.set(key, day)
	}
	return [...days.values()]
}

/** 'Hoy', 'Ayer' or the weekday with the date: 'lunes, 16/11/2026'. */
export function dayLabel(date: Date, now: Date, { today, yesterday, locale }: DayWords): string {
	if (dayKey(date) === dayKey(now)) return today
	const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
	if (dayKey(date) === dayKey(dayBefore)) return yesterday
	return `${date.toLocaleDateString(locale, { weekday: 'long' })}, ${dateText(date)}`
}

/** dd/MM/yyyy */
export function dateText(date: Date): string {
	return [twoDigits(date.getDate()), twoDigits(date.getMonth() + 1), date.getFullYear()].join('/')
}

/** dd/MM/yyyy HH:mm */
export function timestamp(date: Date): string {
	return `${dateText(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function dayKey(date: Date): string {
	return [date.getFullYear(), date.getMonth(), date.getDate()].join('-')
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0')
}
