// Requests at an even pace. autocannon's own rate sends what is due in a second all at its beginning, which is a crowd once
// a second and no even load. Requests go over plain sockets: what the measuring costs is taken from the same two cores.
import { once } from 'node:events'
import { type Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Wanted = { url: string; headers: Record<string, string>; agent: Agent }

/** Milliseconds of each of `rate` requests a second, from the time each was due until its last byte. */
export async function pacedLoad(
	{ url, headers, connections }: Omit<Wanted, 'agent'> & { connections: number },
	rate: number,
	seconds: number,
): Promise<number[]> {
	const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url, headers)))
	const free = [...lines]
	const waiting: number[] = []
	const times: number[] = []
	const wanted = Math.ceil(rate * seconds)
	const finished = Promise.withResolvers<void>()
	const send = (line: Line, due: number) => {
		line.ask().then(() => {
			times.push(performance.now() - due)
			if (times.length === wanted) finished.resolve()
			const next = waiting.shift()
			if (next === undefined) free.push(line)
			else send(line, next)
		}, finished.reject)
	}
	const started = performance.now()
	for (let count = 0; count < wanted; ) {
		const due = started + (count * 1000) / rate
		if (performance.now() < due) {
			await Promise.race([pause(1), finished.promise])
			continue
		}
		count++
		const line = free.pop()
		if (line) send(line, due)
		else waiting.push(due)
	}
	await finished.promise
	for (const { socket } of lines) socket.destroy()
	return times
}

type Line = { socket: Socket; ask(): Promise<void> }

/** A connection that is kept: asks for the page and waits for all of it. The answer must say how long it is. */
async function openLine(url: string, headers: Record<string, string>): Promise<Line> {
	const { hostname, port, pathname, search } = new URL(url)
	const socket = connect({ host: hostname, port: Number(port), noDelay: true })
	await once(socket, 'connect')
	const fields = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	)
	const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`)
	let answer = Promise.withResolvers<void>()
	/** Bytes still to come; undefined before the answer's head is here. */
	let left: number | undefined
	let head = ''
	socket.on('data', (data) => {
		try {
			if (left === undefined) {
				head += data.toString('latin1')
				const end = head.indexOf('\r\n\r\n')
				if (end < 0) return
				left = lengthOf(head.slice(0, end)) - (head.length - end - 4)
				head = ''
			} else left -= data.length
			if (left > 0) return
			left = undefined
			answer.resolve()
		} catch (error) {
			answer.reject(error)
		}
	})
	socket.on('error', (error) => answer.reject(error))
	socket.on('close', () => answer.reject(new Error('the server closed the connection')))
	answer.promise.catch(() => {})
	return {
		socket,
		ask: () => {
			answer = Promise.withResolvers()
			socket.write(request)
			return answer.promise
		},
	}
}

function lengthOf(head: string): number {
	if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`the page answered ${head.slice(0, 40)}`)
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
	if (length === undefined) throw new Error('the page does not say how long it is')
	return Number(length)
}

/** Milliseconds from `started` until the last byte. */
export async function timeOnce({ url, headers, agent }: Wanted, started = performance.now()): Promise<number> {
	const [response] = await once(get(url, { headers, agent }), 'response')
	if (response.statusCode !== 200) throw new Error(`the page answered ${response.statusCode}`)
	await once(response.resume(), 'end')
	return performance.now() - started
}
