import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let rosa: Person
beforeAll(async () => {
	server = await testServer()
	rosa = await server.person()
})
afterAll(() => server.close())

async function secret(key: string): Promise<string> {
	const body = JSON.stringify({ key })
	const answer = await server.request('/functions/v1/get-secret', { method: 'POST', body })
	return ((await answer.json()) as { value: string }).value
}

const calls: [string, string][] = [
	['text-to-speech', JSON.stringify({ text: 'Hola', voice: 'nova' })],
	['speech/21m00Tcm4TlvDq8ikWAM/stream', JSON.stringify({ text: 'Hola', model_id: 'x', voice_settings: {} })],
	['transcribe', 'a'.repeat(2_000_000)],
]

it.each(calls)('%s says to whom may speak that there is no voice here', async (path, body) => {
	const asPerson = await server.request(`/functions/v1/${path}`, { method: 'POST', body, token: rosa.accessToken })
	expect(asPerson.status).toBe(501)
	expect(await asPerson.json()).toEqual({ error: expect.stringMatching(/voz/), code: 'speech_unavailable' })
	// The token suffices.
	const headers = { authorization: `Bearer ${await secret('ELEVENLABS_API_KEY')}` }
	const asVisitor = await fetch(`${server.url}/functions/v1/${path}`, { method: 'POST', body, headers })
	expect(asVisitor.status).toBe(501)
})

it.each(calls)('%s is closed to everybody else', async (path, body) => {
	const post = (token?: string) => server.request(`/functions/v1/${path}`, { method: 'POST', body, token })
	expect((await post()).status).toBe(401)
	expect((await post(await secret('OPENAI_API_KEY'))).status).toBe(401)
	expect((await server.request(`/functions/v1/${path}`, { token: rosa.accessToken })).status).toBe(405)
})

it('a recording has a largest size', async () => {
	const init = { method: 'POST', body: 'a'.repeat(10_500_000), token: rosa.accessToken }
	expect((await server.request('/functions/v1/transcribe', init)).status).toBe(413)
	const text = { ...init, body: 'a'.repeat(70_000) }
	expect((await server.request('/functions/v1/text-to-speech', text)).status).toBe(413)
})
