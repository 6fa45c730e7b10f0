import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { bareSocket, type RealtimeServer, realtimeServer, refusedSocket } from '../testing/realtime.ts'

type Somebody = Awaited<ReturnType<RealtimeServer['person']>>

let server: RealtimeServer
let rosa: Somebody
let now: number
beforeAll(async () => {
	server = await realtimeServer({ clock: () => new Date(now), socketsPerAddress: 30 })
})
afterAll(() => server.close())
beforeEach(async () => {
	now = Date.now()
	rosa = await server.person()
})

const savedChats = { event: '*', schema: 'public', table: 'saved_chats' }
const changes = { postgres_changes: [savedChats] }
const isEvent =
	(event: string) =>
	(frame: { event: string }): boolean =>
		frame.event === event

describe('a socket', () => {
	it.each([
		['vsn=2.0.0', 401, 'No API key'],
		['apikey=wrong-key&vsn=2.0.0', 401, 'Invalid API key'],
		['apikey=the-public-key&vsn=3.0.0', 400, 'serializer version'],
	])('is refused with %s', async (query, status, words) => {
		const refusal = await refusedSocket(server, query)
		expect(refusal.status).toBe(status)
		expect(refusal.message).toContain(words)
	})

	it('is refused at another address', async () => {
		expect((await refusedSocket(server, 'apikey=the-public-key', 'elsewhere')).status).toBe(404)
	})

	it('gets an answer to each heartbeat', async () => {
		const list = await bareSocket(server)
		list.send('heartbeat', {}, { topic: 'phoenix', ref: '7' })
		expect(await list.answer('7')).toEqual({ status: 'ok', response: {} })
		list.socket.close()
	})

	it.each([['not JSON'], ['{}'], ['[1,2,3]'], [`[null,null,"${'a'.repeat(300)}","phx_join",{}]`]])(
		'is closed when it says what nobody understands: %s',
		async (text) => {
			const list = await bareSocket(server)
			list.socket.send(text)
			expect((await list.closed).code).toBe(1007)
		},
	)

	it('gets all its answers, in order, when it asks much at once', async () => {
		const list = await bareSocket(server)
		const refs = Array.from({ length: 60 }, (_, index) => String(index))
		for (const ref of refs)
			list.send('phx_join', { config: changes, access_token: rosa.accessToken }, { ref, joinRef: ref })
		for (const ref of refs) expect((await list.next(isEvent('phx_reply'))).ref).toBe(ref)
		list.socket.close()
	})

	it('is closed when a message is too large', async () => {
		const list = await bareSocket(server)
		list.send('phx_join', { filler: 'a'.repeat(70_000) })
		expect((await list.closed).code).toBe(1009)
	})

	it('is closed when it floods', async () => {
		const list = await bareSocket(server)
		for (let count = 0; count < 150; count++) list.send('heartbeat', {}, { topic: 'phoenix' })
		expect(await list.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
	})

	it('is cut when it floods with pings', async () => {
		const list = await bareSocket(server)
		for (let count = 0; count < 150; count++) list.socket.ping()
		expect((await list.closed).code).toBe(1006)
	})

	it('that has been silent for long is cut, one that spoke is not', async () => {
		const [silent, alive] = [await bareSocket(server), await bareSocket(server)]
		now += 91_000
		alive.send('heartbeat', {}, { topic: 'phoenix' })
		await alive.answer()
		await server.realtime.sweep()
		expect((await silent.closed).code).toBe(1006)
		expect(alive.socket.readyState).toBe(WebSocket.OPEN)
		alive.socket.close()
	})

	it('of an address that has too many is refused', async () => {
		const opened = await Promise.all(Array.from({ length: 30 }, () => bareSocket(server)))
		expect((await refusedSocket(server, 'apikey=the-public-key')).status).toBe(429)
		for (const { socket } of opened) socket.close()
		await Promise.all(opened.map(({ closed }) => closed))
		const again = await bareSocket(server)
		again.socket.close()
	})

	it('that does not read what it is sent is cut; another one of the same person goes on', async () => {
		const [slow, other] = [await bareSocket(server), await bareSocket(server)]
		await slow.join(changes, rosa.accessToken)
		await other.join({ postgres_changes: [{ ...savedChats, select: ['title'] }] }, rosa.accessToken)
		slow.socket.pause()
		// More than the system itself keeps on the way.
		const text = "insert into public.saved_chats (user_id, title, content) values ($1, $2, repeat('a', 199000))"
		for (let count = 1; count <= 150; count++) await server.pool.query(text, [rosa.userId, `Carta ${count}`])
		await other.next(({ payload }) => JSON.stringify(payload).includes('Carta 150'))
		slow.socket.resume()
		expect((await slow.closed).code).toBe(1006)
		other.socket.close()
	})
})

describe('a join', () => {
	it.each([
		['another topic', 'phoenix:lista', {}, undefined, 'unmatched topic'],
		['no topic', 'realtime:', {}, undefined, 'TopicNameRequired'],
		['a private channel', 'realtime:lista', { private: true }, undefined, 'Unauthorized'],
		['what is no list of changes', 'realtime:lista', { postgres_changes: 'all' }, undefined, 'InvalidJoinPayload'],
		['a token that is none', 'realtime:lista', {}, 'abc', 'MalformedJWT'],
	])('of %s is refused', async (_what, topic, config, token, words) => {
		const list = await bareSocket(server)
		const { status, response } = await list.join(config, token, topic)
		expect(status).toBe('error')
		expect(response?.reason).toContain(words)
		list.socket.close()
	})

	it('with an expired token is refused, and so is one of an ended session', async () => {
		const list = await bareSocket(server)
		now += 3_700_000
		expect((await list.join(changes, rosa.accessToken)).response?.reason).toContain('expired')
		const fresh = await server.token(rosa)
		await server.pool.query('delete from auth.sessions where id = $1', [rosa.sessionId])
		expect((await list.join(changes, fresh)).response?.reason).toContain('session has ended')
		list.socket.close()
	})

	it('gives each wish an id, in the order asked, and says that changes are on', async () => {
		const list = await bareSocket(server)
		const wishes = [savedChats, { ...savedChats, event: 'DELETE', filter: 'title=eq.x' }]
		const { status, response } = await list.join({ postgres_changes: wishes }, rosa.accessToken)
		expect(status).toBe('ok')
		expect(response?.postgres_changes).toEqual([
			{ id: 1, ...wishes[0] },
			{ id: 2, ...wishes[1] },
		])
		expect((await list.next(isEvent('system'))).payload).toEqual({
			channel: 'lista',
			extension: 'postgres_changes',
			message: 'Subscribed to PostgreSQL',
			status: 'ok',
		})
		list.socket.close()
	})

	it('of the same topic again closes the channel that was', async () => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		list.send('phx_join', { config: changes, access_token: rosa.accessToken }, { ref: '2', joinRef: '2' })
		expect((await list.next(isEvent('phx_close'))).joinRef).toBe('1')
		expect((await list.answer('2')).status).toBe('ok')
		await server.save(rosa.userId, 'Una vez')
		expect((await list.next(isEvent('postgres_changes'))).joinRef).toBe('2')
		list.socket.close()
	})

	it('is refused past the channels a socket may have, and past the wishes', async () => {
		const list = await bareSocket(server)
		const many = { postgres_changes: Array.from({ length: 51 }, () => savedChats) }
		expect((await list.join(many, rosa.accessToken)).response?.reason).toContain('InvalidJoinPayload')
		const most = { postgres_changes: Array.from({ length: 30 }, () => savedChats) }
		expect((await list.join(most, rosa.accessToken)).status).toBe('ok')
		expect((await list.join(most, rosa.accessToken, 'realtime:b')).response?.reason).toContain('Too many changes')
		for (let count = 1; count < 20; count++) await list.join({}, undefined, `realtime:${count}`)
		expect((await list.join({}, undefined, 'realtime:last')).response?.reason).toContain('Too many channels')
		list.socket.close()
	})

	it('on an eleventh socket of one person is refused until another one closes', async () => {
		const lists = await Promise.all(Array.from({ length: 11 }, () => bareSocket(server)))
		const answers = await Promise.all(lists.map((list) => list.join(changes, rosa.accessToken)))
		expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(10)
		const refused = lists[answers.findIndex(({ status }) => status === 'error')]
		const other = lists.find((list) => list !== refused)
		other?.socket.close()
		await other?.closed
		await expect.poll(async () => (await refused?.join(changes, rosa.accessToken))?.status).toBe('ok')
		for (const { socket } of lists) socket.close()
	})
})

describe('broadcast and presence', () => {
	it('are answered as not supported', async () => {
		const list = await bareSocket(server)
		await list.join({ presence: { enabled: true } })
		expect((await list.next(isEvent('system'))).payload).toMatchObject({ extension: 'presence', status: 'error' })
		list.send('presence', { type: 'presence', event: 'track' }, { ref: '2' })
		expect(await list.answer('2')).toMatchObject({ status: 'error', response: { reason: /^PresenceDisabled/ } })
		list.send('broadcast', {}, { ref: '3' })
		expect(await list.answer('3')).toMatchObject({ status: 'error', response: { reason: /^BroadcastDisabled/ } })
		list.send('else', {}, { ref: '4' })
		expect(await list.answer('4')).toMatchObject({ status: 'error', response: { reason: /^UnknownEvent/ } })
		list.socket.close()
	})

	it('in binary frames too', async () => {
		const list = await bareSocket(server)
		await list.join()
		const parts = ['1', '9', 'realtime:lista', 'cursor']
		const lengths = parts.map((part) => part.length)
		list.socket.send(Buffer.concat([Buffer.from([3, ...lengths, 0, 1]), Buffer.from(`${parts.join('')}{}`)]))
		expect((await list.answer('9')).status).toBe('error')
		list.socket.send(Buffer.from([3, 200, 200, 200, 0, 0, 0, 1]))
		expect((await list.closed).code).toBe(1007)
	})
})

describe('a channel', () => {
	it('hears nothing more after it was left', async () => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		list.send('phx_leave', {}, { ref: '2' })
		expect(await list.answer('2')).toEqual({ status: 'ok', response: {} })
		await list.next(isEvent('phx_close'))
		await server.save(rosa.userId, 'Nadie lo oye')
		list.send('access_token', { access_token: rosa.accessToken }, { ref: '3' })
		expect((await list.answer('3')).response?.reason).toBe('unmatched topic')
		list.socket.close()
	})

	it('ends at the change that comes after its session has ended, without it', async () => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		await list.next(isEvent('system'))
		await server.pool.query('delete from auth.sessions where id = $1', [rosa.sessionId])
		await server.save(rosa.userId, 'Demasiado tarde')
		const { event, payload } = await list.next(() => true)
		expect([event, payload.message]).toEqual(['system', 'InvalidJWTToken: The session has ended'])
		expect((await list.next(() => true)).event).toBe('phx_close')
		list.socket.close()
	})

	it('tells nothing of a deletion to a session that has ended', async () => {
		const list = await bareSocket(server)
		const id = await server.save(rosa.userId, 'Adiós')
		await list.join(changes, rosa.accessToken)
		await list.next(isEvent('system'))
		await server.pool.query('delete from auth.sessions where id = $1', [rosa.sessionId])
		await server.pool.query('delete from public.saved_chats where id = $1', [id])
		expect((await list.next(() => true)).event).toBe('system')
		expect((await list.next(() => true)).event).toBe('phx_close')
		list.socket.close()
	})

	it.each([
		['was deleted', 'delete from auth.sessions where id = $1'],
		['has run out', "update auth.sessions set not_after = now() - interval '1 second' where id = $1"],
		[
			'is of a banned person',
			"update auth.users set banned_until = now() + interval '1 day' where id in (select user_id from auth.sessions where id = $1)",
		],
	])('ends at the next look when its session %s; another person’s does not', async (_how, statement) => {
		const juan = await server.person()
		const [list, other] = [await bareSocket(server), await bareSocket(server)]
		await list.join(changes, rosa.accessToken)
		await other.join(changes, juan.accessToken)
		await server.pool.query(statement, [rosa.sessionId])
		await server.realtime.sweep()
		await list.next(isEvent('phx_close'))
		await server.save(juan.userId, 'Sigue')
		await other.next(isEvent('postgres_changes'))
		for (const { socket } of [list, other]) socket.close()
	})

	it('ends when its token runs out, unless a newer one came', async () => {
		const juan = await server.person()
		const [list, renewed] = [await bareSocket(server), await bareSocket(server)]
		await list.join(changes, rosa.accessToken)
		await renewed.join(changes, juan.accessToken)
		now += 1_800_000
		renewed.send('access_token', { access_token: await server.token(juan) })
		now += 1_900_000
		for (const each of [list, renewed]) {
			each.send('heartbeat', {}, { topic: 'phoenix', ref: '8' })
			await each.answer('8')
		}
		await server.realtime.sweep()
		await list.next(isEvent('phx_close'))
		await server.save(juan.userId, 'Sigue')
		await renewed.next(isEvent('postgres_changes'))
		for (const { socket } of [list, renewed]) socket.close()
	})

	it.each(['abc', 'expired', 'ended'])('ends with a newer token that is of no use: %s', async (kind) => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		if (kind === 'expired') now += 3_700_000
		if (kind === 'ended') await server.pool.query('delete from auth.sessions where id = $1', [rosa.sessionId])
		list.send('access_token', { access_token: kind === 'abc' ? 'abc' : rosa.accessToken })
		await list.next(isEvent('phx_close'))
		list.socket.close()
	})

	it('that becomes a visitor’s hears nothing of the person it was', async () => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		list.send('access_token', { access_token: server.anonKey })
		list.send('heartbeat', {}, { topic: 'phoenix', ref: '8' })
		await list.answer('8')
		const again = await bareSocket(server)
		await again.join(changes, rosa.accessToken)
		await server.save(rosa.userId, 'Solo para ella')
		await again.next(isEvent('postgres_changes'))
		list.send('heartbeat', {}, { topic: 'phoenix', ref: '9' })
		expect((await list.next(() => true)).event).toBe('phx_reply')
		for (const { socket } of [list, again]) socket.close()
	})

	it('is told to begin anew when changes may have been missed, and then hears of them', async () => {
		const list = await bareSocket(server)
		await list.join(changes, rosa.accessToken)
		await server.pool.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen faro_changes'",
		)
		expect((await list.next(isEvent('phx_error'))).joinRef).toBe('1')
		await expect.poll(async () => (await list.join(changes, rosa.accessToken)).status).toBe('ok')
		await server.save(rosa.userId, 'Otra vez')
		await list.next(isEvent('postgres_changes'))
		list.socket.close()
	})
})

it('what the trigger says carries ids and the owner, and nothing of the row', async () => {
	const said: string[] = []
	const client = await server.pool.connect()
	client.on('notification', ({ payload = '' }) => said.push(payload))
	await client.query('listen faro_changes')
	const id = await server.save(rosa.userId, 'Mi secreto')
	await client.query('select')
	client.release(true)
	expect(said.map((text) => JSON.parse(text))).toEqual([{ table: 'saved_chats', op: 'INSERT', id, owner: rosa.userId }])
})

it('closing says goodbye to every socket and takes no new one', async () => {
	const own = await realtimeServer()
	const list = await bareSocket(own)
	const closing = own.realtime.close()
	expect(await list.closed).toEqual({ code: 1001, reason: 'The server is restarting' })
	expect((await refusedSocket(own, `apikey=${own.anonKey}`)).status).toBe(503)
	await closing
	await own.close()
})
