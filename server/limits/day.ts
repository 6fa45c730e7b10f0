// The day of New York, which the plan's questions are counted by: its name, and how long it still lasts.

const clock = new Intl.DateTimeFormat('en-CA', {
	timeZone: 'America/New_York',
	dateStyle: 'short',
	timeStyle: 'medium',
	hourCycle: 'h23',
})
const daySeconds = 86_400

/** Such as 2026-03-08. */
export function dayInNewYork(at: Date): string {
	return read(at).day
}

/** Until the next day begins there, on the two days with 23 and 25 hours too. */
export function secondsLeftInNewYork(at: Date): number {
	const left = daySeconds - read(at).second
	const { second } = read(new Date(at.getTime() + left * 1000))
	return second > daySeconds / 2 ? left + daySeconds - second : left - second
}

function read(at: Date): { day: string; second: number } {
	const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
	return {
		day: `${part.year}-${part.month}-${part.day}`,
		second: Number(part.hour) * 3600 + Number(part.minute) * 60 + Number(part.second),
	}
}
