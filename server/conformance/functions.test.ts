// `supabase.functions` in every way it can be called.
import { FunctionRegion, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { device, signedInDevice } from './clients.ts'

let server: TestServer
let client: SupabaseClient
beforeAll(async () => {
	server = await testServer()
	client = (await signedInDevice(server)).client
})
afterAll(() => server.close())

const path = 'chat-completion-with-context'
const body = { message: '¿Qué es el TPS?' }

/** Status and code that the client hands on with its error. */
async function refusal(call: Promise<{ error: unknown; response?: Response | undefined }>) {
	const { error, response } = await call
	expect(error).toBeInstanceOf(FunctionsHttpError)
	return [response?.status, ((await response?.json()) as { code: string } | undefined)?.code]
}

describe('invoke', () => {
	it('answers a question with JSON', async () => {
		const { data, error } = await client.functions.invoke(path, { body })
		expect(error).toBeNull()
		expect(data).toMatchObject({ id: expect.any(String), reply: expect.any(String), sources: expect.any(Array) })
	})

	it('hands a stream on when one is asked for', async () => {
		const headers = { Accept: 'text/event-stream' }
		const { data } = await client.functions.invoke<Response>(path, { body, headers })
		const text = (await data?.text()) ?? ''
		expect(text.match(/^event: \w+/gm)?.at(0)).toBe('event: start')
		expect(text.match(/^event: \w+/gm)?.at(-1)).toBe('event: done')
	})

	it('takes a body that is text, and a region it has no use for', async () => {
		const headers = { 'Content-Type': 'application/json' }
		const asText = await client.functions.invoke(path, {
			body: JSON.stringify(body),
			headers,
			region: FunctionRegion.UsEast1,
		})
		expect(asText.error).toBeNull()
	})

	it('without a body clears the memory', async () => {
		expect((await client.functions.invoke('clear-context')).data).toEqual({ success: true })
	})

	it('uses the token that setAuth was given', async () => {
		const { access_token } = (await client.auth.getSession()).data.session ?? expect.fail('no session')
		const { functions } = device(server)
		functions.setAuth(access_token)
		expect((await functions.invoke(path, { body })).error).toBeNull()
	})

	it('gives up when it is told to', async () => {
		const aborted = await client.functions.invoke(path, { body, signal: AbortSignal.abort() })
		expect(aborted.error?.name).toBe('FunctionsFetchError')
	})
})

describe('a refusal', () => {
	it('is an error with the answer in it', async () => {
		expect(await refusal(device(server).functions.invoke(path, { body }))).toEqual([401, 'not_authenticated'])
		expect(await refusal(client.functions.invoke(path, { body: { message: ' ' } }))).toEqual([400, 'empty_message'])
		expect(await refusal(client.functions.invoke(path, { body: 'no es JSON' }))).toEqual([400, 'invalid_json'])
		expect(await refusal(client.functions.invoke(path, { body: new FormData() }))).toEqual([400, 'invalid_json'])
		expect(await refusal(client.functions.invoke(path, { method: 'GET' }))).toEqual([405, 'method_not_allowed'])
		expect(await refusal(client.functions.invoke('nothing'))).toEqual([404, 'unknown_function'])
	})
})
