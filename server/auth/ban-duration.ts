// How long somebody is shut out, as the hosted platform's clients write it: 24h, 2h45m, none.

const unitMs: Record<string, number> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
}
/** PostgreSQL and JavaScript both know dates beyond this one. */
const latest = new Date('9999-01-01')

/** When the ban ends; null for `none`. */
export function readBanDuration(duration: string, now: Date): Date | null {
	if (duration === 'none') return null
	const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
	const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit as string] as number), 0)
	return ms < latest.getTime() - now.getTime() ? new Date(now.getTime() + ms) : latest
}
