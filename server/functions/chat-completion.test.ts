import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatAnswer } from '../../contracts/assistant.ts'
import { savedChatContent } from '../../contracts/saved-chat.ts'
import { type Person, type TestServer, testServer } from '../testing/server.ts'
import { testSpeaker } from './answers/testing.ts'

const path = '/functions/v1/chat-completion-with-context'

let server: TestServer
let person: Person
beforeAll(async () => {
	server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
	person = await server.person()
})

const post = (body: unknown, init: { token?: string; headers?: Record<string, string>; path?: string } = {}) =>
	server.request(init.path ?? path, {
		method: 'POST',
		token: init.token ?? person.accessToken,
		headers: { 'content-type': 'application/json', ...init.headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
const ask = async (message: string, more: object = {}, token?: string) =>
	(await (await post({ message, ...more }, { token })).json()) as ChatAnswer
const clear = () => post({}, { path: '/functions/v1/clear-context' })
const failure = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

describe('a question', () => {
	it('is answered with its official sources', async () => {
		const { id, reply, sources, kind } = await ask('como renuevo mi daca')
		expect(id).toMatch(/^[0-9a-f-]{36}$/)
		expect(kind).toBe('answer')
		expect(reply).toMatch(/^Soy un asistente automático, no un abogado\..*I-821D/)
		expect(sources[0]).toMatchObject({
			url: expect.stringContaining('uscis.gov'),
			guide: expect.stringMatching(/^\/guia\/[a-z0-9-]+$/),
		})
	})

	it('goes on from the one before', async () => {
		await ask('como renuevo mi daca')
		expect((await ask('¿y cuánto cuesta?')).reply).toMatch(/tarifa/i)
	})

	it('begins afresh after clear-context', async () => {
		await ask('como renuevo mi daca')
		expect(await (await clear()).json()).toEqual({ success: true })
		const { kind, reply } = await ask('¿y cuánto cuesta?')
		expect(kind).toBe('clarify')
		expect(reply).toMatch(/^Soy un asistente automático/)
	})

	it('of one person knows nothing of what another asked', async () => {
		await ask('como renuevo mi daca')
		const other = await server.person()
		expect((await ask('¿y cuánto cuesta?', {}, other.accessToken)).kind).toBe('clarify')
	})

	it('asked again with the same request id gives the same answer once', async () => {
		const requestId = crypto.randomUUID()
		const first = await ask('como pido asilo', { requestId })
		expect(await ask('como pido asilo', { requestId })).toEqual(first)
		const { rows } = await turnsOf(person)
		expect(rows).toHaveLength(1)
	})

	it('sent twice at the same moment is answered once', async () => {
		const requestId = crypto.randomUUID()
		const [one, two] = await Promise.all([ask('como pido asilo', { requestId }), ask('como pido asilo', { requestId })])
		expect(one).toEqual(two)
		const { rows } = await turnsOf(person)
		expect(rows).toHaveLength(1)
	})

	it('never stands in the log', async () => {
		await ask('pregunta secretísima sobre la fianza de mi esposo')
		await post({ message: 'otra pregunta secretísima', savedChatId: crypto.randomUUID() })
		expect(server.logged()).not.toMatch(/secret[ií]sima/)
		expect(server.logged()).not.toContain('fianza')
	})
})

/** What the database holds of the person's conversation, turn by turn. */
async function turnsOf(owner: Person) {
	const rows = await server.database.runAs(
		{ role: 'service_role' },
		{
			text: "select jsonb_array_elements(state -> 'turns') as turn from public.assistant_memory where user_id = $1::uuid",
			values: [owner.userId],
		},
	)
	return { rows }
}

describe('a saved conversation', () => {
	const save = async (owner: Person, question: string, answer: string) => {
		const { data, error } = await server
			.tables(owner)
			.from('saved_chats')
			.insert({ user_id: owner.userId, title: question, content: savedChatContent({ question, answer }) })
			.select('id')
			.single()
		expect(error).toBeNull()
		return (data as { id: string }).id
	}

	it('is the memory of the next question', async () => {
		const savedChatId = await save(person, '¿Cómo renuevo DACA?', 'Con el Formulario I-821D.')
		const { reply } = await ask('¿y cuánto cuesta?', { savedChatId })
		expect(reply).toMatch(/tarifa/i)
		expect(reply).not.toContain('asistente automático')
	})

	it('of somebody else is not found', async () => {
		const other = await server.person()
		const savedChatId = await save(other, '¿Cómo renuevo DACA?', 'Con el Formulario I-821D.')
		expect(await failure(await post({ message: 'y cuánto cuesta', savedChatId }))).toEqual([
			404,
			'saved_chat_not_found',
		])
	})

	it('that does not exist is not found, and the memory stays as it was', async () => {
		await ask('como renuevo mi daca')
		const answer = await post({ message: 'y cuánto cuesta', savedChatId: crypto.randomUUID() })
		expect(await failure(answer)).toEqual([404, 'saved_chat_not_found'])
		expect((await ask('y cuánto tarda')).kind).toBe('answer')
	})
})

describe('a streamed answer', () => {
	const stream = async (body: unknown, token?: string) => {
		const answer = await post(body, { token, headers: { accept: 'text/event-stream' } })
		const blocks = (await answer.text()).trim().split('\n\n')
		const events = blocks.map((block) =>
			Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2))),
		)
		return { answer, events: events.map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) })) }
	}

	it('begins, comes sentence by sentence and ends with the whole', async () => {
		const { answer, events } = await stream({ message: 'qué papeles necesito para la ciudadanía' })
		expect(answer.headers.get('content-type')).toContain('text/event-stream')
		expect(events.map(({ id }) => id)).toEqual(events.map((_, i) => String(i + 1)))
		expect(events[0]).toMatchObject({ event: 'start', data: { id: expect.any(String) } })
		const deltas = events.filter(({ event }) => event === 'delta')
		expect(deltas.length).toBeGreaterThan(2)
		const done = events.at(-1)
		expect(done?.event).toBe('done')
		expect(deltas.map(({ data }) => data.text).join('')).toBe(done?.data.reply)
		expect(done?.data.sources.length).toBeGreaterThan(0)
	})

	it('that fails says so as an event', async () => {
		const { events } = await stream({ message: 'hola', savedChatId: crypto.randomUUID() })
		expect(events).toEqual([
			{ id: '1', event: 'error', data: { error: expect.any(String), code: 'saved_chat_not_found' } },
		])
	})
})

describe('what cannot be answered', () => {
	it.each([
		['no question', {}, 400, 'invalid_request'],
		['a number for a question', { message: 7 }, 400, 'invalid_request'],
		['a list', [], 400, 'invalid_request'],
		['nothing at all', null, 400, 'invalid_request'],
		['blanks', { message: ' \n\t ' }, 400, 'empty_message'],
		['letters without width', { message: '\u200b\u200b' }, 400, 'empty_message'],
		['only signs', { message: '¿?' }, 400, 'empty_message'],
		['2,001 characters', { message: 'a'.repeat(2_001) }, 400, 'message_too_long'],
		['a request id of another shape', { message: 'hola', requestId: "x'; drop table" }, 400, 'invalid_request'],
		['a saved chat of another shape', { message: 'hola', savedChatId: '1' }, 400, 'invalid_request'],
	])('%s is refused', async (_, body, status, code) => {
		expect(await failure(await post(body))).toEqual([status, code])
	})

	it('2,000 characters are not too many', async () => {
		expect((await post({ message: `como pido asilo ${'a'.repeat(1_984)}` })).status).toBe(200)
	})

	it('malformed JSON is refused', async () => {
		expect(await failure(await post('{"message":'))).toEqual([400, 'invalid_json'])
	})

	it('a body past 64 KB is refused', async () => {
		expect((await post({ message: 'a'.repeat(70_000) })).status).toBe(413)
	})

	it('a visitor is told to sign in', async () => {
		expect(await failure(await post({ message: 'hola' }, { token: server.anonKey }))).toEqual([
			401,
			'not_authenticated',
		])
	})

	it('a person who has signed out is told to sign in', async () => {
		await server.request('/auth/v1/logout', { method: 'POST', token: person.accessToken })
		expect(await failure(await post({ message: 'hola' }))).toEqual([401, 'not_authenticated'])
	})

	it('a forged token is refused', async () => {
		expect((await post({ message: 'hola' }, { token: `${person.accessToken.slice(0, -4)}AAAA` })).status).toBe(401)
	})

	it('another method and an unknown function are refused', async () => {
		expect(await failure(await server.request(path, { token: person.accessToken }))).toEqual([
			405,
			'method_not_allowed',
		])
		expect(await failure(await post({}, { path: '/functions/v1/no-such-function' }))).toEqual([404, 'unknown_function'])
	})

	it('every refusal has a Spanish sentence for the person', async () => {
		const { error } = (await (await post({ message: '' })).json()) as { error: string }
		expect(error).toBe('Escribe tu pregunta antes de enviarla.')
	})
})

describe('an answer of a language model', () => {
	const speaker = testSpeaker()
	let model: TestServer
	let rosa: Person
	beforeAll(async () => {
		model = await testServer({}, { speaker: speaker.speak })
	})
	afterAll(() => model.close())
	beforeEach(async () => {
		speaker.speeches.length = 0
		rosa = await model.person()
	})
	const call = (method: string, id: string, token = rosa.accessToken, headers: Record<string, string> = {}) =>
		model.request(`${path}/${id}`, { method, token, headers })
	const begin = async (requestId = crypto.randomUUID()) => {
		const answer = await model.request(path, {
			method: 'POST',
			token: rosa.accessToken,
			headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
			body: JSON.stringify({ message: 'como renuevo mi daca', requestId }),
		})
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
		const first = new TextDecoder().decode((await reader.read()).value)
		return { id: /"id":"([^"]+)"/.exec(first)?.[1] as string, leave: () => reader.cancel() }
	}
	const speech = () => speaker.speeches.at(-1) ?? expect.fail('nobody was asked')

	it('goes on without its reader, who takes it up where it was left', async () => {
		const { id, leave } = await begin()
		speech().say('Uno. ')
		await leave()
		speech().say('Dos.')
		speech().end()
		const answer = await call('GET', id, rosa.accessToken, { 'last-event-id': '2' })
		expect(answer.headers.get('content-type')).toContain('text/event-stream')
		const text = await answer.text()
		expect(text.match(/^(id|event): .*/gm)).toEqual(['event: delta', 'id: 3', 'event: done', 'id: 4'])
		expect(text).toContain('"reply":"Uno. Dos."')
		expect(speaker.speeches).toHaveLength(1)
	})

	it('is stopped by its owner', async () => {
		const { id } = await begin()
		speech().say('Uno. ')
		expect(await (await call('DELETE', id)).json()).toEqual({ success: true })
		expect(speech().signal.aborted).toBe(true)
		expect(await (await call('GET', id)).text()).toContain('"stopped":true')
	})

	it('without a stream is given whole', async () => {
		const answer = model.request(path, {
			method: 'POST',
			token: rosa.accessToken,
			body: JSON.stringify({ message: 'como renuevo mi daca' }),
		})
		await expect.poll(() => speaker.speeches.length).toBe(1)
		speech().say('Uno.')
		speech().end()
		expect(await (await answer).json()).toMatchObject({ reply: 'Uno.', kind: 'answer' })
	})

	it('holds up another question, with 409', async () => {
		await begin()
		const other = await model.request(path, {
			method: 'POST',
			token: rosa.accessToken,
			body: JSON.stringify({ message: 'como renuevo mi daca' }),
		})
		expect(await failure(other)).toEqual([409, 'answer_running'])
	})

	it.each(['GET', 'DELETE'])('is out of reach of somebody else and of a visitor: %s', async (method) => {
		const { id } = await begin()
		const other = await model.person()
		expect(await failure(await call(method, id, other.accessToken))).toEqual([404, 'answer_not_found'])
		expect(await failure(await call(method, id, model.anonKey))).toEqual([401, 'not_authenticated'])
		expect(await failure(await call(method, 'x%00y'))).toEqual([404, 'answer_not_found'])
		expect(speech().signal.aborted).toBe(false)
	})

	it.each(['-1', '99999999999', 'uno', "1' or 1"])('is taken up with Last-Event-ID %j without harm', async (last) => {
		const { id } = await begin()
		speech().say('Uno.')
		speech().end()
		const answer = await call('GET', id, rosa.accessToken, { 'last-event-id': last })
		expect(await answer.text()).toContain('event: done')
	})

	it('another method is refused', async () => {
		expect(await failure(await call('PUT', crypto.randomUUID()))).toEqual([405, 'method_not_allowed'])
	})
})

it('a question with the character zero or half a character is answered', async () => {
	expect((await post({ message: 'como pido asilo \u0000 \ud800' })).status).toBe(200)
	expect((await post({ message: `como pido asilo ${'a'.repeat(382)}😀😀` })).status).toBe(200)
})
