// What people ask stands in the database only where decisions 8 allow it, and in no log: whichever way it was asked, with
// a language model behind the server or without one, and also when answering fails.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenaiServer, openaiServer } from '../testing/openai-server.ts'
import { type Person, type TestServer, testServer } from '../testing/server.ts'

const secret = 'zafiroquemado'
const question = `¿cuánto tiempo tengo para pedir asilo si mi pueblo es ${secret}?`

let service: OpenaiServer
let withModel: TestServer
let withGuide: TestServer
beforeAll(async () => {
	service = await openaiServer()
	withModel = await testServer({ ...service.environment, LOG_LEVEL: 'debug' })
	withGuide = await testServer({ LOG_LEVEL: 'debug' })
})
afterAll(async () => {
	await withModel.close()
	await withGuide.close()
	await service.close()
})
afterEach(() => service.behave('normal'))

describe.each([
	['a language model', () => withModel],
	['the guide', () => withGuide],
])('with %s, a question', (_, serverOf) => {
	it('of a signed-in person stands in their own memory until it is cleared, and nowhere else', async () => {
		const server = serverOf()
		const person = await server.person()
		await ask(server, person)
		expect(await placesOf(server, secret)).toEqual(['public.assistant_memory'])
		await server.request('/functions/v1/clear-context', { method: 'POST', token: person.accessToken, body: '{}' })
		expect(await placesOf(server, secret)).toEqual([])
		expect(server.logged()).not.toContain(secret)
	})

	it.each(['demo', 'website'])('of a visitor (%s) stands nowhere', async (purpose) => {
		const server = serverOf()
		const token = await gatewayToken(server, purpose)
		const answer = await fetch(`${server.url}/functions/v1/ai/${purpose}/chat/completions?x=${secret}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ model: 'x', messages: [{ role: 'user', content: question }] }),
		})
		expect(answer.status).toBe(200)
		expect(await placesOf(server, secret)).toEqual([])
		expect(server.logged() + server.said().join('\n')).not.toContain(secret)
	})

	it('that is refused stands nowhere', async () => {
		const server = serverOf()
		const person = await server.person()
		const answer = await ask(server, person, `${secret} `.repeat(400))
		expect(answer.status).toBe(400)
		expect(await placesOf(server, secret)).toEqual([])
		expect(server.logged()).not.toContain(secret)
	})
})

describe('a question that the model fails at', () => {
	it.each(['broken', 'key invalid', 'quota used up', 'dies', 'malformed', 'model unknown'] as const)(
		'(%s) is in no log and in no table',
		async (behaviour) => {
			service.behave(behaviour)
			const person = await withModel.person()
			await ask(withModel, person)
			const places = await placesOf(withModel, secret)
			// What had been said before it broke off is kept with its question, for the person alone.
			expect(places.filter((place) => place !== 'public.assistant_memory')).toEqual([])
			expect(withModel.logged()).not.toContain(secret)
			await withModel.request('/functions/v1/clear-context', {
				method: 'POST',
				token: person.accessToken,
				body: '{}',
			})
			expect(await placesOf(withModel, secret)).toEqual([])
		},
	)
})

function ask(server: TestServer, { accessToken }: Person, message = question): Promise<Response> {
	return server.request('/functions/v1/chat-completion-with-context', {
		method: 'POST',
		token: accessToken,
		body: JSON.stringify({ message }),
	})
}

async function gatewayToken(server: TestServer, purpose: string): Promise<string> {
	const answer = await server.request('/functions/v1/get-secret', {
		method: 'POST',
		body: JSON.stringify({ key: 'OPENAI_API_KEY', purpose }),
	})
	const { value } = (await answer.json()) as { value: string }
	return value
}

/** Every table of the database, of any schema, one of whose rows holds the text. */
async function placesOf(server: TestServer, text: string): Promise<string[]> {
	const tables = await server.database.query<{ name: string }>({
		text: `
			select format('%I.%I', table_schema, table_name) as name from information_schema.tables
			where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
			order by 1`,
		values: [],
	})
	const holding: string[] = []
	for (const { name } of tables) {
		const [row] = await server.database.query<{ found: number }>({
			text: `select count(*)::int as found from ${name} as held where position($1 in held::text) > 0`,
			values: [text],
		})
		if (row && row.found > 0) holding.push(name)
	}
	return holding
}
