import { connect } from 'node:net'
import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bareSocket, liveClient } from '../testing/realtime.ts'
import { type Person, type TestServer, testServer } from '../testing/server.ts'

type Row = { id: string; user_id: string; title: string; is_favorite: boolean; created_at: string }
type Payload = RealtimePostgresChangesPayload<Row>

let server: TestServer
let rosa: Person
let juan: Person
beforeAll(async () => {
	server = await testServer()
	rosa = await server.person()
	juan = await server.person()
})
afterAll(() => server.close())

/** Changes as they arrive; `first` waits until there are so many. */
function collector() {
	const payloads: Payload[] = []
	let wake = () => {}
	return {
		take: (payload: Payload) => {
			payloads.push(payload)
			wake()
		},
		async first(count: number): Promise<Payload[]> {
			while (payloads.length < count) await new Promise<void>((resolve) => (wake = resolve))
			return payloads
		},
	}
}

type Wish = { event: '*'; schema: string; table?: string; filter?: string; select?: string[] }
const savedChats: Wish = { event: '*', schema: 'public', table: 'saved_chats' }

/** Resolves when the channel is open and its changes are on. */
async function listen(person: Person | undefined, wish: Wish = savedChats, version?: string) {
	const client = liveClient(server, person, version)
	onTestFinished(() => void client.disconnect())
	const changes = collector()
	// As the whole client does; else the token comes after the join.
	await client.setAuth()
	const channel = client.channel('lista').on<Row>('postgres_changes', wish, changes.take)
	await subscribed(channel)
	return { client, channel, ...changes }
}

function subscribed(channel: RealtimeChannel): Promise<void> {
	return new Promise((resolve, reject) => {
		channel.on('system', {}, ({ status, message }) => (status === 'ok' ? resolve() : reject(new Error(message))))
		channel.subscribe((status, error) => {
			if (status === 'CHANNEL_ERROR') reject(error)
		})
	})
}

async function save(person: Person, title: string): Promise<Row> {
	const row = { user_id: person.userId, title, content: '{"question":"q","answer":"a"}' }
	const { data, error } = await server.tables(person).from('saved_chats').insert(row).select('*').single()
	expect(error).toBeNull()
	return data
}

describe.each(['1.0.0', '2.0.0'])('the official client with serializer %s', (version) => {
	it('hears of what its person saves, changes and deletes', async () => {
		const list = await listen(rosa, savedChats, version)
		const saved = await save(rosa, 'Asilo')
		const own = () => server.tables(rosa).from('saved_chats')
		const [inserted] = await list.first(1)
		expect(inserted).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'saved_chats', errors: null })
		expect(inserted?.new).toEqual(saved)
		await own().update({ is_favorite: true }).eq('id', saved.id)
		const [, updated] = await list.first(2)
		expect(updated).toMatchObject({
			eventType: 'UPDATE',
			new: { id: saved.id, is_favorite: true },
			old: { id: saved.id },
		})
		await own().delete().eq('id', saved.id)
		const [, , deleted] = await list.first(3)
		expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: saved.id } })
		expect(deleted?.old).toEqual({ id: saved.id })
		expect(await list.client.removeChannel(list.channel)).toBe('ok')
	})
})

describe('somebody else', () => {
	it('hears of nothing, whatever they ask for; neither does a visitor', async () => {
		const others = [
			await listen(juan),
			await listen(juan, { ...savedChats, filter: `user_id=eq.${rosa.userId}` }),
			await listen(juan, { event: '*', schema: '*' }),
			await listen(undefined, { event: '*', schema: 'public' }),
		]
		const { id } = await save(rosa, 'Trabajo')
		await server.tables(rosa).from('saved_chats').update({ is_favorite: true }).eq('id', id)
		await server.tables(rosa).from('saved_chats').delete().eq('id', id)
		// What comes first on each channel is what was done last: nothing of the above.
		const { id: own } = await save(juan, 'Familia')
		for (const list of others.slice(0, 1)) expect((await list.first(1))[0]).toMatchObject({ new: { id: own } })
		expect((await others[2]?.first(1))?.[0]).toMatchObject({ new: { id: own } })
		await new Promise((resolve) => setImmediate(resolve))
		expect(await Promise.race([others[1]?.first(1), others[3]?.first(1), Promise.resolve('nothing')])).toBe('nothing')
	})

	it('cannot listen to a table as a visitor', async () => {
		await expect(listen(undefined)).rejects.toThrow('not announced to this role')
	})

	it('cannot speak for a person with a token that was tampered with', async () => {
		const [head, , signature] = juan.accessToken.split('.')
		const claims = { ...JSON.parse(atob(juan.accessToken.split('.')[1] as string)), sub: rosa.userId }
		const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
		await expect(listen({ ...juan, accessToken: forged })).rejects.toThrow('MalformedJWT')
	})

	it('does not hear of a deletion as the operator, who hears of the rest', async () => {
		const list = await listen({ ...rosa, accessToken: server.secrets.serviceRoleKey })
		const { id } = await save(rosa, 'Residencia')
		await list.first(1)
		await server.tables(rosa).from('saved_chats').delete().eq('id', id)
		const { id: next } = await save(juan, 'Otra')
		const heard = await list.first(2)
		expect(heard.map(({ eventType, new: row }) => [eventType, (row as Row).id])).toEqual([
			['INSERT', id],
			['INSERT', next],
		])
	})
})

describe('a filter', () => {
	it.each([
		['title=eq.Sí', 'Sí'],
		['title=neq.No', 'Sí'],
		['title=in.(Sí,Quizá)', 'Sí'],
		['title=not.in.(No)', 'Sí'],
		['title=like.S*', 'Sí'],
		['title=eq."Sí, claro"', 'Sí, claro'],
		['is_favorite=is.false,title=gt.O', 'Sí'],
		['created_at=gt.2020-01-01,title=isdistinct.No', 'Sí'],
	])('lets pass what %s says', async (filter, title) => {
		const list = await listen(rosa, { ...savedChats, filter })
		await save(rosa, 'No')
		await save(rosa, title)
		expect((await list.first(1))[0]?.new).toMatchObject({ title })
	})

	it.each([
		'title',
		'title=',
		'title=eq',
		'title=almost.No',
		'title=fts.No',
		'title=eq(any).{No}',
		'nowhere=eq.1',
		'user_id=eq.nobody',
		'title=in.()',
		`title=eq.1);drop table public.saved_chats;--`.replace('eq.1)', 'in.(1))'),
	])('that makes no sense is refused: %s', async (filter) => {
		await expect(listen(rosa, { ...savedChats, filter })).rejects.toThrow(/filter|payload/)
	})

	it('that asks for too much is refused', async () => {
		for (const filter of [`title=in.(${'a,'.repeat(200)})`, 'title=eq.'.padEnd(4001, 'b'), 'title=eq.a,'.repeat(20)])
			await expect(listen(rosa, { ...savedChats, filter })).rejects.toThrow(/filter|payload/)
	})

	it('that fails only on a row is given up, and the others go on', async () => {
		const list = await bareSocket(server)
		const bad = { ...savedChats, filter: 'title=match.[' }
		await list.join({ postgres_changes: [savedChats] }, rosa.accessToken)
		await list.join({ postgres_changes: [bad] }, rosa.accessToken, 'realtime:otra')
		await save(rosa, 'Sí')
		const heard = await list.next(({ event, topic }) => event === 'postgres_changes' && topic === 'realtime:lista')
		expect(heard.payload).toMatchObject({ data: { record: { title: 'Sí' } } })
		list.socket.close()
	})

	it('that takes too long is given up with all like it, at the price of one', async () => {
		const ana = await server.person()
		const [list, greedy] = [await bareSocket(server), await bareSocket(server)]
		const slow = Array.from({ length: 30 }, (_, i) => ({
			...savedChats,
			filter: `content=match.^(a*)(a*)(a*)\\1\\2\\3x{${i}}$`,
		}))
		await list.join({ postgres_changes: [savedChats] }, ana.accessToken)
		await greedy.join({ postgres_changes: slow }, ana.accessToken)
		const row = { user_id: ana.userId, title: 'Larga', content: 'a'.repeat(3001) }
		expect((await server.tables(ana).from('saved_chats').insert(row)).error).toBeNull()
		const heard = await list.next(({ event }) => event === 'postgres_changes')
		expect(heard.payload).toMatchObject({ data: { record: { title: 'Larga' } } })
		const told = await greedy.next(({ event, payload }) => event === 'system' && payload.status === 'error')
		expect(told.payload.message).toContain('filter')
		for (const { socket } of [list, greedy]) socket.close()
	})

	it('leaves out the columns nobody selected', async () => {
		const list = await listen(rosa, { ...savedChats, select: ['id', 'title'] })
		const { id } = await save(rosa, 'Poco')
		expect((await list.first(1))[0]?.new).toEqual({ id, title: 'Poco' })
		await expect(listen(rosa, { ...savedChats, select: ['id', 'nowhere'] })).rejects.toThrow('columns')
	})
})

describe('a wish', () => {
	it('that came before the token is met when the token comes', async () => {
		const list = await bareSocket(server)
		await list.join({ postgres_changes: [savedChats] })
		expect((await list.next(({ event }) => event === 'system')).payload.status).toBe('error')
		list.send('access_token', { access_token: rosa.accessToken }, { ref: '2' })
		expect((await list.next(({ event }) => event === 'system')).payload.status).toBe('ok')
		await save(rosa, 'Ahora sí')
		expect((await list.next(({ event }) => event === 'postgres_changes')).payload).toMatchObject({ ids: [1] })
		list.socket.close()
	})

	it.each([
		{ ...savedChats, table: 'profiles' },
		{ ...savedChats, schema: 'auth', table: 'users' },
		{ ...savedChats, table: 'saved_chats"; drop table x' },
	])('for a table that announces nothing is refused: $schema $table', async (wish) => {
		await expect(listen(rosa, wish)).rejects.toThrow('not announced')
	})

	it('is met for each of several devices of one person', async () => {
		const devices = await Promise.all([listen(rosa), listen(rosa), listen(rosa)])
		const { id } = await save(rosa, 'Todos')
		for (const device of devices) expect((await device.first(1))[0]?.new).toMatchObject({ id })
	})
})

describe('plain requests', () => {
	it.each([
		['GET', '/realtime/v1/websocket', 426],
		['POST', '/realtime/v1/api/broadcast', 501],
		['GET', '/realtime/v1/api/tenants', 404],
	])('%s %s is answered %s in the words of the base', async (method, path, status) => {
		const answer = await server.request(path, { method })
		expect(answer.status).toBe(status)
		expect(await answer.json()).toEqual({ message: expect.any(String) })
	})

	it('sending a broadcast without a channel says that it is not supported', async () => {
		const client = liveClient(server, rosa)
		await expect(client.channel('lista').httpSend('cursor', { x: 1 })).rejects.toThrow('not supported')
	})

	it('whoever offers another protocol gets an answer in this one', async () => {
		const text = await new Promise<string>((resolve) => {
			const { hostname, port } = new URL(server.url)
			const socket = connect(Number(port), hostname).setEncoding('utf8')
			socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
			socket.once('data', (data) => {
				socket.destroy()
				resolve(String(data))
			})
		})
		expect(text).toMatch(/^HTTP\/1\.1 200 /)
	})
})

it('nothing a person says on a socket reaches the log', async () => {
	const list = await listen(rosa, { ...savedChats, filter: 'title=eq.Palabra-secreta' })
	await save(rosa, 'Palabra-secreta')
	await list.first(1)
	expect(server.logged()).not.toMatch(/Palabra-secreta|apikey|access_token/)
	expect(server.logged()).not.toContain(rosa.accessToken)
})
