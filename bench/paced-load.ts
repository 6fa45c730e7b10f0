// Requests at an even pace. autocannon's own rate sends what is due in a second all at its beginning, which is a crowd once
// a second and no even load.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Wanted = { url: string; headers: Record<string, string>; agent: Agent }

/** Milliseconds of each of `rate` requests a second, from the time each was due until its last byte. */
export async function pacedLoad(
	{ url, headers, connections }: Omit<Wanted, 'agent'> & { connections: number },
	rate: number,
	seconds: number,
): Promise<number[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections })
	const times: Promise<number>[] = []
	const started = performance.now()
	while (times.length < rate * seconds) {
		const due = started + (times.length * 1000) / rate
		if (performance.now() < due) await pause(1)
		else times.push(timeOnce({ url, headers, agent }, due))
	}
	const all = await Promise.all(times)
	agent.destroy()
	return all
}

/** Milliseconds from `started` until the last byte. */
export async function timeOnce({ url, headers, agent }: Wanted, started = performance.now()): Promise<number> {
	const [response] = await once(get(url, { headers, agent }), 'response')
	if (response.statusCode !== 200) throw new Error(`the page answered ${response.statusCode}`)
	await once(response.resume(), 'end')
	return performance.now() - started
}
