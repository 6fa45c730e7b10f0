// The base in its place, in the whole server: what the assembly adds and what the other bases change.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { pdf } from '../testing/storage.ts'

let server: TestServer
beforeAll(async () => {
	server = await testServer()
})
afterAll(() => server.close())

const client = (token: string) => createClient(server.url, server.anonKey, { accessToken: async () => token })
const forms = (token = server.anonKey) => client(token).storage.from('documents')

it('a form is put there by the operator and found, signed and read by everybody', async () => {
	const { accessToken } = await server.person()
	const { error } = await forms(server.secrets.serviceRoleKey).upload('I-765.pdf', pdf(), {
		contentType: 'application/pdf',
	})
	expect(error).toBeNull()
	for (const token of [server.anonKey, accessToken]) {
		expect((await forms(token).list()).data).toMatchObject([{ name: 'I-765.pdf' }])
		const { data } = await forms(token).createSignedUrl('I-765.pdf', 3600, { download: true })
		const answer = await fetch(data?.signedUrl as string)
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf())
		expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
		expect((await forms(token).upload('x.pdf', pdf())).error).toMatchObject({ statusCode: '403' })
	}
	expect((await fetch(forms().getPublicUrl('I-765.pdf').data.publicUrl)).status).toBe(200)
})

it('a signed-out person’s token opens nothing, not even what is open to all', async () => {
	const { accessToken } = await server.person()
	await server.request('/auth/v1/logout', { method: 'POST', token: accessToken })
	expect((await forms(accessToken).download('I-765.pdf')).error).toMatchObject({ status: 401 })
	expect((await forms(accessToken).list()).error).toMatchObject({ status: 401 })
	expect((await forms(accessToken).createSignedUrl('I-765.pdf', 60)).error).toMatchObject({ status: 401 })
})

it('a request without a key is refused in the words of this protocol', async () => {
	const answer = await fetch(`${server.url}/storage/v1/object/list/documents`, { method: 'POST', body: '{}' })
	expect(answer.status).toBe(401)
	expect(await answer.json()).toEqual({
		statusCode: '401',
		error: 'missing_key',
		message: 'No API key found in request',
	})
})

it('names of objects and what was written about them reach no log', async () => {
	await forms(server.secrets.serviceRoleKey).upload('carpeta-secreta/nota.txt', 'x', { metadata: { nota: 'secreta' } })
	await forms().download('carpeta-secreta/nota.txt')
	await forms().download('carpeta-secreta/otra.txt')
	expect(server.logged()).not.toMatch(/secreta/)
})
