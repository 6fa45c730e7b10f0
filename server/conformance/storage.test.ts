// Methods of `supabase.storage` that the tests of server/storage do not show, and the whole client before the whole server.
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { pdf } from '../testing/storage.ts'
import { device, signedInDevice } from './clients.ts'

let server: TestServer
let operator: SupabaseClient['storage']
let forms: ReturnType<SupabaseClient['storage']['from']>
beforeAll(async () => {
	server = await testServer()
	operator = device(server, server.secrets.serviceRoleKey).storage
	const asPdf = { contentType: 'application/pdf' }
	expect((await operator.from('documents').upload('uscis/I-765.pdf', pdf(), asPdf)).error).toBeNull()
	forms = (await signedInDevice(server)).client.storage.from('documents')
})
afterAll(() => server.close())

describe('a download', () => {
	it('comes as a stream when asked', async () => {
		const { data, error } = await forms.download('uscis/I-765.pdf').asStream()
		expect(error).toBeNull()
		expect(Buffer.concat(await Array.fromAsync(data ?? []))).toEqual(pdf())
	})

	it('of what is not there is told as that', async () => {
		expect((await forms.download('uscis/I-1.pdf')).error).toMatchObject({ status: 400 })
	})
})

describe('a form', () => {
	it('is described and known to exist', async () => {
		expect((await forms.info('uscis/I-765.pdf')).data).toMatchObject({ size: 1000, contentType: 'application/pdf' })
		expect((await forms.exists('uscis/I-765.pdf')).data).toBe(true)
		expect((await forms.exists('uscis/I-1.pdf')).data).toBe(false)
	})

	it('is listed by both forms of listing', async () => {
		const sorted = { limit: 5, offset: 0, sortBy: { column: 'name', order: 'asc' } }
		expect((await forms.list('uscis', sorted)).data).toMatchObject([{ name: 'I-765.pdf' }])
		expect((await forms.listV2({ prefix: 'uscis/' })).data?.objects).toHaveLength(1)
	})

	it('is signed alone and with others, those that are not there with their error', async () => {
		const { data } = await forms.createSignedUrls(['uscis/I-765.pdf', 'uscis/I-1.pdf'], 3600)
		expect(data?.map(({ error }) => error === null)).toEqual([true, false])
	})

	it('is changed by nobody but the operator', async () => {
		const asPdf = { contentType: 'application/pdf' }
		expect((await forms.update('uscis/I-765.pdf', pdf(), asPdf)).error).not.toBeNull()
		expect((await forms.move('uscis/I-765.pdf', 'mine.pdf')).error).not.toBeNull()
		expect((await forms.copy('uscis/I-765.pdf', 'mine.pdf')).error).not.toBeNull()
		expect((await forms.createSignedUploadUrl('mine.pdf')).error).not.toBeNull()
		expect((await forms.remove(['uscis/I-765.pdf'])).error).not.toBeNull()
		expect((await forms.exists('uscis/I-765.pdf')).data).toBe(true)
	})
})

describe('buckets', () => {
	it('are the operator’s to make; a person sees the open one alone', async () => {
		expect((await operator.createBucket('privado')).error).toBeNull()
		const { client } = await signedInDevice(server)
		expect((await client.storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['documents'])
		expect((await client.storage.getBucket('privado')).error).not.toBeNull()
		expect((await client.storage.createBucket('mio')).error).toMatchObject({ statusCode: '403' })
		expect((await client.storage.emptyBucket('documents')).error).not.toBeNull()
		expect((await operator.updateBucket('privado', { public: false, fileSizeLimit: '1MB' })).error).toBeNull()
		expect((await operator.deleteBucket('privado')).error).toBeNull()
	})
})

describe('what is not kept here says so', () => {
	it('caches, pictures in other sizes', async () => {
		expect((await operator.purgeBucketCache('documents')).error).toMatchObject({ statusCode: '409' })
		const { publicUrl } = operator.from('documents').getPublicUrl('x.png', { transform: { width: 10 } }).data
		expect((await fetch(publicUrl)).status).toBe(401)
		const withKey = await fetch(publicUrl, { headers: { apikey: server.anonKey } })
		expect(await withKey.json()).toMatchObject({ error: 'FeatureNotEnabled' })
	})

	it('buckets for analytics and for vectors', async () => {
		expect((await operator.analytics.listBuckets()).error).not.toBeNull()
		expect((await operator.vectors.listBuckets()).error).not.toBeNull()
	})
})
