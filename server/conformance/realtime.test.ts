// The methods of channels that the tests of server/realtime do not show, through the whole client.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { savedChat, signedInDevice } from './clients.ts'

let server: TestServer
beforeAll(async () => {
	server = await testServer()
})
afterAll(() => server.close())

const savedChats = { event: '*', schema: 'public', table: 'saved_chats' } as const

/** A device with a channel on which changes are on; `next` is the next of them. */
async function listening() {
	const { client, userId } = await signedInDevice(server)
	onTestFinished(() => void client.removeAllChannels())
	let arrive: (title: unknown) => void = () => {}
	const channel = client.channel('lista').on<{ title: string }>('postgres_changes', savedChats, (change) => {
		arrive('title' in change.new ? change.new.title : change.eventType)
	})
	await new Promise<void>((resolve, reject) => {
		channel.on('system', {}, ({ status, message }) => (status === 'ok' ? resolve() : reject(new Error(message))))
		channel.subscribe((_, error) => error && reject(error))
	})
	return { client, userId, channel, next: () => new Promise((resolve) => (arrive = resolve)) }
}

describe('a channel', () => {
	it('is known to its client until it is removed', async () => {
		const { client, channel } = await listening()
		expect(client.getChannels()).toEqual([channel])
		expect(client.realtime.isConnected()).toBe(true)
		expect(client.realtime.connectionState()).toBe('open')
		expect(await client.removeChannel(channel)).toBe('ok')
		expect(client.getChannels()).toEqual([])
	})

	it('can be left and joined anew', async () => {
		const { client, channel } = await listening()
		expect(await channel.unsubscribe()).toBe('ok')
		const again = client.channel('lista').on('postgres_changes', savedChats, () => {})
		expect(await new Promise((resolve) => again.subscribe(resolve))).toBe('SUBSCRIBED')
		expect(await client.removeAllChannels()).toEqual(['ok'])
	})

	it('stays open by heartbeats', async () => {
		const { client } = await listening()
		const answered = new Promise<void>((resolve) => {
			client.realtime.onHeartbeat((status) => status === 'ok' && resolve())
		})
		await client.realtime.sendHeartbeat()
		await answered
	})

	it('goes on with the token of a renewed session, and closes for no other reason', async () => {
		const { client, next } = await listening()
		expect((await client.auth.refreshSession()).error).toBeNull()
		const heard = next()
		await client.from('saved_chats').insert(savedChat('Después'))
		expect(await heard).toBe('Después')
	})

	it('ends at the first change after its session was signed out', async () => {
		const { client, userId, channel } = await listening()
		const token = (await client.auth.getSession()).data.session?.access_token as string
		const closed = new Promise<void>((resolve) =>
			channel.on('system', {}, ({ status }) => status === 'error' && resolve()),
		)
		const { status } = await server.request('/auth/v1/logout?scope=local', { method: 'POST', token })
		expect(status).toBe(204)
		const text = "insert into public.saved_chats (user_id, title, content) values ($1, 'Oculto', '{}')"
		await server.database.query({ text, values: [userId] })
		await closed
	})
})

describe('what is not supported', () => {
	it('sending to others is answered with an error', async () => {
		const { client } = await signedInDevice(server)
		onTestFinished(() => void client.removeAllChannels())
		const channel = client.channel('sala', { config: { broadcast: { ack: true } } })
		await new Promise((resolve) => channel.subscribe(resolve))
		expect(await channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1 } })).not.toBe('ok')
		await expect(channel.httpSend('cursor', { x: 1 })).rejects.toThrow('not supported')
	})

	it('nobody is present', async () => {
		const { client } = await signedInDevice(server)
		onTestFinished(() => void client.removeAllChannels())
		const channel = client.channel('sala').on('presence', { event: 'sync' }, () => {})
		const told = new Promise<string>((resolve) => channel.on('system', {}, ({ message }) => resolve(message)))
		channel.subscribe()
		expect(await told).toMatch(/presence/i)
		expect(await channel.track({ name: 'Rosa' })).not.toBe('ok')
		expect(channel.presenceState()).toEqual({})
	})
})
