// What the app does from the first visit to signing out, through one client and all five of its parts.
import type { RealtimePostgresInsertPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ChatAnswer } from '../../contracts/assistant.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { pdf } from '../testing/storage.ts'
import { device, newAddress, password, savedChat, signedInDevice } from './clients.ts'

type Row = { id: string; title: string }

let server: TestServer
beforeAll(async () => {
	server = await testServer()
	const { error } = await device(server, server.secrets.serviceRoleKey)
		.storage.from('documents')
		.upload('uscis/I-765.pdf', pdf(), { contentType: 'application/pdf' })
	expect(error).toBeNull()
})
afterAll(() => server.close())

it('a person signs up, asks, saves on one device and sees it on another, reads a form and signs out', async () => {
	const phone = device(server)
	const email = newAddress()
	const signedUp = await phone.auth.signUp({ email, password, options: { data: { first_name: 'Rosa' } } })
	expect(signedUp.error).toBeNull()
	const id = signedUp.data.user?.id
	expect((await phone.from('profiles').insert({ id, first_name: 'Rosa', email })).error).toBeNull()
	expect((await phone.from('profiles').select('first_name').single()).data).toEqual({ first_name: 'Rosa' })

	const laptop = device(server)
	expect((await laptop.auth.signInWithPassword({ email, password })).error).toBeNull()
	const { arrived } = await nextSavedChat(laptop, id as string)

	const asked = { body: { message: '¿Qué es el TPS?' } }
	const { data: answer } = await phone.functions.invoke<ChatAnswer>('chat-completion-with-context', asked)
	expect(answer).toMatchObject({ reply: expect.stringContaining('TPS'), sources: expect.any(Array) })
	const rows = ['¿Qué es el TPS?', 'Permiso de trabajo', 'Asilo'].map(savedChat)
	expect((await phone.from('saved_chats').insert(rows)).error).toBeNull()
	expect((await arrived).new).toMatchObject({ user_id: id, title: '¿Qué es el TPS?' })

	const list = laptop.from('saved_chats').select('id,title', { count: 'exact' })
	const found = await list.or('title.ilike.%tps%,title.eq.Asilo').order('title').range(0, 0).returns<Row[]>()
	expect({ count: found.count, titles: found.data?.map(({ title }) => title) }).toEqual({ count: 2, titles: ['Asilo'] })

	const forms = laptop.storage.from('documents')
	expect((await forms.list('uscis', { limit: 10 })).data).toMatchObject([{ name: 'I-765.pdf' }])
	const signed = await forms.createSignedUrl('uscis/I-765.pdf', 3600)
	expect((await fetch(signed.data?.signedUrl as string)).status).toBe(200)
	expect((await forms.download('uscis/I-765.pdf')).data?.size).toBe(pdf().length)

	const { data: last } = await phone.auth.getSession()
	expect((await phone.auth.signOut()).error).toBeNull()
	await opensNothing(last.session?.access_token as string)
	expect((await device(server).auth.signInWithPassword({ email, password: 'otra clave' })).error?.code).toBe(
		'invalid_credentials',
	)
})

it('what one person saves is not there for another, on any base', async () => {
	const [rosa, juan] = [await signedInDevice(server), await signedInDevice(server)]
	const saved = await rosa.client.from('saved_chats').insert(savedChat('De Rosa')).select('id').single<Row>()
	const theirs = () => juan.client.from('saved_chats')
	const id = saved.data?.id as string
	expect((await theirs().select().eq('id', id)).data).toEqual([])
	expect((await theirs().update({ title: 'De Juan' }).eq('id', id).select()).data).toEqual([])
	expect((await theirs().delete().eq('id', id).select()).data).toEqual([])
	expect((await theirs().insert({ ...savedChat('Para Rosa'), user_id: rosa.userId })).error?.code).toBe('42501')
	const body = { message: '¿Y después?', savedChatId: id }
	const { response } = await juan.client.functions.invoke('chat-completion-with-context', { body })
	expect(response?.status).toBe(404)
	const upload = await juan.client.storage
		.from('documents')
		.upload('mine.pdf', pdf(), { contentType: 'application/pdf' })
	expect(upload.error).toMatchObject({ statusCode: '403' })
})

it('a visitor reads the forms and nothing of anybody', async () => {
	const visitor = device(server)
	expect((await visitor.from('saved_chats').select()).error?.code).toBe('42501')
	expect((await visitor.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect((await visitor.storage.from('documents').list('uscis')).data).toHaveLength(1)
	const asked = { body: { message: '¿Qué es el TPS?' } }
	expect((await visitor.functions.invoke('chat-completion-with-context', asked)).response?.status).toBe(401)
})

/** Listening has begun when it resolves; `arrived` resolves with the next row. */
async function nextSavedChat(client: SupabaseClient, userId: string) {
	onTestFinished(() => void client.removeAllChannels())
	let arrive: (change: RealtimePostgresInsertPayload<Row>) => void
	const arrived = new Promise<RealtimePostgresInsertPayload<Row>>((resolve) => (arrive = resolve))
	const filter = `user_id=eq.${userId}`
	const channel = client
		.channel('mis-conversaciones')
		.on<Row>('postgres_changes', { event: 'INSERT', schema: 'public', table: 'saved_chats', filter }, (change) =>
			arrive(change),
		)
	await new Promise<void>((resolve, reject) => {
		channel.on('system', {}, ({ status, message }) => (status === 'ok' ? resolve() : reject(new Error(message))))
		channel.subscribe((_, error) => error && reject(error))
	})
	return { arrived }
}

async function opensNothing(token: string) {
	const client = device(server)
	expect((await client.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
	const headers = { apikey: server.anonKey, Authorization: `Bearer ${token}` }
	const calls: [string, RequestInit][] = [
		['/rest/v1/saved_chats?select=id', {}],
		['/rest/v1/documents?select=id', {}],
		['/storage/v1/object/documents/uscis/I-765.pdf', {}],
		['/storage/v1/object/list/documents', { method: 'POST', body: '{"prefix":""}' }],
		['/functions/v1/chat-completion-with-context', { method: 'POST', body: '{"message":"hola"}' }],
	]
	for (const [path, init] of calls)
		expect((await fetch(server.url + path, { ...init, headers })).status, path).toBe(401)
	await client.realtime.setAuth(token)
	const status = await new Promise((resolve) => {
		const wish = { event: '*', schema: 'public', table: 'saved_chats' } as const
		client
			.channel('x')
			.on('postgres_changes', wish, () => {})
			.subscribe(resolve)
	})
	expect(status).toBe('CHANNEL_ERROR')
	await client.removeAllChannels()
}
