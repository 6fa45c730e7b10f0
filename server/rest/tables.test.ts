// The calls that the specification lists for our own tables, as the app makes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator, type Person, type RestServer, restServer } from './testing.ts'

let server: RestServer
let rosa: Person
let tomas: Person
beforeAll(async () => {
	server = await restServer('')
	rosa = await server.person()
	tomas = await server.person()
})
afterAll(() => server.close())

describe('profiles', () => {
	it('are inserted once, read by their owner alone, and changed without the plan', async () => {
		const own = { id: rosa.userId, email: 'rosa@example.org', first_name: 'Rosa', last_name: 'Ríos', plan: 'UNLIMITED' }
		expect((await server.client(rosa).from('profiles').insert(own)).error).toBeNull()
		expect((await server.client(rosa).from('profiles').insert(own)).status).toBe(409)
		const read = (person: Person) =>
			server.client(person).from('profiles').select('*').eq('id', rosa.userId).maybeSingle()
		expect((await read(rosa)).data).toMatchObject(own)
		expect((await read(tomas)).data).toBeNull()
		const update = server.client(rosa).from('profiles').update({ first_name: 'Rosa María' })
		expect((await update.eq('id', rosa.userId)).status).toBe(204)
		const plan = server.client(rosa).from('profiles').update({ plan: 'UNLIMITED' }).eq('id', rosa.userId)
		expect((await plan).error?.code).toBe('42501')
	})
})

describe('saved chats', () => {
	it('are saved, listed newest first, counted since a day, favoured and deleted', async () => {
		const chats = () => server.client(rosa).from('saved_chats')
		const content = [{ role: 'user', content: '¿Qué es la "visa U"?' }]
		for (const title of ['Primera', 'Segunda']) {
			const { error } = await chats().insert({ user_id: rosa.userId, title, content })
			expect(error).toBeNull()
		}
		const list = await chats().select('*').eq('user_id', rosa.userId).order('created_at', { ascending: false })
		expect(list.data?.map(({ title }) => title)).toEqual(['Segunda', 'Primera'])
		expect(list.data?.[0]).toMatchObject({ is_favorite: false, user_id: rosa.userId })
		const today = new Date(Date.now() - 86_400_000).toISOString()
		const count = await chats()
			.select('*', { count: 'exact', head: true })
			.eq('user_id', rosa.userId)
			.gte('created_at', today)
		expect(count.count).toBe(2)
		const id = list.data?.[0]?.id as string
		expect((await chats().update({ is_favorite: true }).eq('id', id)).error).toBeNull()
		expect((await chats().select('is_favorite').eq('id', id).single()).data).toEqual({ is_favorite: true })
		expect((await chats().delete().eq('id', id)).error).toBeNull()
		expect((await chats().select('title')).data).toEqual([{ title: 'Primera' }])
	})

	it('are nobody else’s to see, to change or to write', async () => {
		const theirs = () => server.client(tomas).from('saved_chats')
		expect((await theirs().select('*')).data).toEqual([])
		expect((await theirs().update({ is_favorite: true }).neq('title', '').select()).data).toEqual([])
		expect((await theirs().delete().neq('title', '').select()).data).toEqual([])
		const forged = { user_id: rosa.userId, title: 'x', content: [] }
		expect((await theirs().insert(forged)).status).toBe(403)
		expect((await server.client().from('saved_chats').select('*')).status).toBe(401)
	})
})

describe('opinions and messages', () => {
	it('are written without being read', async () => {
		const survey = { user_id: rosa.userId, ease_of_use: 5, additional_comments: 'Muy claro' }
		expect((await server.client(rosa).from('feedback').insert(survey)).error).toBeNull()
		expect((await server.client(rosa).from('feedback').select()).status).toBe(403)
		const message = { first_name: 'Ana', last_name: 'Paz', email: 'ana@example.org', message: 'Gracias por la ayuda' }
		expect((await server.client().from('user_feedback').insert(message)).error).toBeNull()
		expect((await server.client().from('user_feedback').select()).status).toBe(401)
		expect(
			(
				await server
					.client()
					.from('user_feedback')
					.insert({ ...message, message: 'corto' })
			).status,
		).toBe(400)
		expect((await server.client(operator).from('user_feedback').select('message')).data).toHaveLength(1)
	})
})

describe('forms and articles', () => {
	it('are read by anybody and written by the operator', async () => {
		const form = { title: 'I-485', filename: 'i-485.pdf' }
		expect((await server.client(rosa).from('documents').insert(form)).status).toBe(403)
		expect((await server.client(operator).from('documents').insert(form)).error).toBeNull()
		const documents = await server.client().from('documents').select('*').order('created_at', { ascending: false })
		expect(documents.data).toMatchObject([form])
	})

	it('articles are shown once they are published', async () => {
		const post = (slug: string, published: boolean) => ({
			title: slug,
			content: 'texto',
			slug,
			published,
			published_at: '2025-01-01',
		})
		await server
			.client(operator)
			.from('blog_posts')
			.insert([post('uno', true), post('borrador', false)])
		const bySlug = (slug: string) =>
			server.client().from('blog_posts').select('*').eq('slug', slug).eq('published', true).maybeSingle()
		expect((await bySlug('uno')).data).toMatchObject({ slug: 'uno' })
		expect((await bySlug('borrador')).data).toBeNull()
		const drafts = await server.client().from('blog_posts').select('slug').eq('published', false)
		expect(drafts.data).toEqual([])
	})
})
