// What waiting for changes costs: the memory of 1,000 subscribers, and how long a change is on its way.
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { pssOf } from './memory.ts'
import type { Figure } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'

const people = 100
/** As many as one person may have. */
const socketsEach = 10
const changes = 500
/** How long the server is left alone before its memory is read. */
const restMs = 45_000

type Person = { userId: string; token: string }
type Subscriber = { person: Person; socket: WebSocket; heard: (savedAt: string) => void }

export async function measureRealtime(): Promise<Figure[]> {
	const server = await startServerProcess()
	try {
		const { anonKey } = await (await fetch(`${server.url}/config.json`)).json()
		const everybody: Person[] = []
		for (let count = 0; count < people; count++) everybody.push(await signUp(server, anonKey, count))
		// Somebody else first, so that what is only loaded once is not counted as theirs.
		await subscribe(server, anonKey, await signUp(server, anonKey, people))
		await pause(restMs)
		const before = pssOf([server.pid])
		const subscribers: Subscriber[] = []
		for (const person of everybody)
			for (let count = 0; count < socketsEach; count++) subscribers.push(await subscribe(server, anonKey, person))
		await pause(restMs)
		const more = pssOf([server.pid]) - before
		const times = await measureChanges(server, anonKey, subscribers)
		const [middle, high] = [percentile(times, 0.5), percentile(times, 0.95)]
		return [
			{
				name: `Memory of ${(people * socketsEach).toLocaleString('en')} idle subscribers`,
				value: `${more.toFixed(1)} MB more`,
				bar: 'under 60 MB',
				met: more < 60,
			},
			{
				name: 'From the request that changes a row to its subscriber, p95',
				value: `${high.toFixed(1)} ms (p50 ${middle.toFixed(1)} ms)`,
				bar: 'under 50 ms',
				met: high < 50,
			},
		]
	} finally {
		await server.stop()
	}
}

async function signUp({ url }: ServerProcess, anonKey: string, number: number): Promise<Person> {
	const answer = await fetch(`${url}/auth/v1/signup`, {
		method: 'POST',
		headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
		body: JSON.stringify({ email: `bench-${number}@example.org`, password: 'una clave larga' }),
	})
	const session = await answer.json()
	return { userId: session.user.id, token: session.access_token }
}

/** A socket that listens to its person's saved chats, as the page does. */
function subscribe({ url }: ServerProcess, anonKey: string, person: Person): Promise<Subscriber> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`)
		const subscriber: Subscriber = { person, socket, heard: () => {} }
		const wish = { event: '*', schema: 'public', table: 'saved_chats', filter: `user_id=eq.${person.userId}` }
		const join = { config: { postgres_changes: [wish] }, access_token: person.token }
		socket.on('open', () => socket.send(JSON.stringify(['1', '1', 'realtime:lista', 'phx_join', join])))
		const heartbeat = setInterval(() => socket.send('[null,"2","phoenix","heartbeat",{}]'), 25_000)
		socket.on('close', () => clearInterval(heartbeat))
		socket.on('error', reject)
		socket.on('message', (data) => {
			const [, , , event, payload] = JSON.parse(String(data))
			if (payload.status === 'error') reject(new Error(JSON.stringify(payload)))
			if (event === 'postgres_changes') subscriber.heard(payload.data.record.id)
			if (event === 'system') resolve(subscriber)
		})
	})
}

/** Milliseconds from the insert's request to the last of the person's sockets that hears of it. */
async function measureChanges({ url }: ServerProcess, anonKey: string, subscribers: Subscriber[]): Promise<number[]> {
	const ofPerson = [...Map.groupBy(subscribers, ({ person }) => person).values()]
	const times: number[] = []
	for (let count = 0; count < changes; count++) {
		const listening = ofPerson[count % ofPerson.length] as Subscriber[]
		const { userId, token } = (listening[0] as Subscriber).person
		const heard = listening.map(
			(subscriber) =>
				new Promise<number>((resolve) => {
					subscriber.heard = () => resolve(performance.now())
				}),
		)
		const started = performance.now()
		const answer = await fetch(`${url}/rest/v1/saved_chats`, {
			method: 'POST',
			headers: { apikey: anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ user_id: userId, title: 'Medida', content: '{"question":"q","answer":"a"}' }),
		})
		if (answer.status !== 201) throw new Error(`the insert answered ${answer.status}`)
		times.push(Math.max(...(await Promise.all(heard))) - started)
	}
	return times
}
