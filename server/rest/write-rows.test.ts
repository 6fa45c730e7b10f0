// Writing through the official client: what each call does, and what it refuses.
import { describe, expect, it } from 'vitest'
import { operator } from './testing.ts'
import { json, notesForTests, refusal, titles } from './testing-notes.ts'

const given = notesForTests()
const mine = () => given.server.client(given.ana)
const notes = () => mine().from('notes').select('title').order('id')

describe('insert', () => {
	it('answers nothing unless asked, and then the row with its defaults', async () => {
		const silent = await mine().from('notes').insert({ title: 'Nueva' })
		expect([silent.status, silent.data, silent.error]).toEqual([201, null, null])
		const shown = await mine()
			.from('notes')
			.insert({ title: 'Otra', tags: ['a'], data: { a: [1] }, amount: 3 })
			.select()
			.single()
		expect(shown.data).toMatchObject({
			title: 'Otra',
			owner: given.ana.userId,
			tags: ['a'],
			data: { a: [1] },
			amount: 3,
			mood: 'calm',
		})
	})

	it('takes many rows, counts them, and fills missing keys with null', async () => {
		const rows = [{ title: 'x', mood: 'sad' }, { title: 'y' }]
		const { data, count } = await mine()
			.from('notes')
			.insert(rows, { count: 'exact' })
			.select('title,mood')
			.order('title', { ascending: false })
		expect([count, data]).toEqual([
			2,
			[
				{ title: 'y', mood: null },
				{ title: 'x', mood: 'sad' },
			],
		])
	})

	it('fills missing keys with the defaults when asked', async () => {
		const rows = [{ title: 'x', mood: 'sad', id: 70 }, { title: 'y' }]
		const { data, error } = await mine().from('notes').insert(rows, { defaultToNull: false }).select('id,title,mood')
		expect(error).toBeNull()
		expect(data).toEqual([
			{ id: 70, title: 'x', mood: 'sad' },
			{ id: expect.any(Number), title: 'y', mood: 'calm' },
		])
	})

	it('works for people who may not read the table', async () => {
		const { status, error } = await given.server.client().from('letters_to_us').insert({ message: 'hola, buenas' })
		expect([status, error]).toEqual([201, null])
		const reading = await given.server.client().from('letters_to_us').insert({ message: 'hola, buenas' }).select()
		expect([reading.status, reading.error?.code]).toEqual([401, '42501'])
	})

	it('takes an empty list as nothing to do', async () => {
		const { data, error } = await mine().from('notes').insert([]).select()
		expect([data, error]).toEqual([[], null])
	})

	it('names the new row in a header when asked', async () => {
		const answer = await given.server.request('/notes', {
			method: 'POST',
			caller: given.ana,
			headers: { ...json, Prefer: 'return=headers-only' },
			body: JSON.stringify({ id: 55, title: 'x' }),
		})
		expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([201, '/notes?id=eq.55', ''])
	})

	it('keeps a value exactly as it is, whatever it looks like', async () => {
		const title = `'; drop table notes; -- $1 \\ "`
		const { data } = await mine().from('notes').insert({ title }).select('title').single()
		expect(data).toEqual({ title })
	})

	it.each([
		['another person’s row', { title: 'x', owner: '00000000-0000-4000-8000-000000000000' }, 403, '42501'],
		['a duplicate', { title: 'x', code: 'a' }, 409, '23505'],
		['a missing value', { code: 'x' }, 400, '23502'],
		['a value that breaks a rule', { title: 'x'.repeat(41) }, 400, '23514'],
		['a value of the wrong type', { title: 'x', id: 'one' }, 400, '22P02'],
		['an unknown column', { title: 'x', colour: 'red' }, 400, 'PGRST204'],
		['a zero byte', { title: 'a\u0000b' }, 400, '22P05'],
		['a list of something else', ['x'], 400, 'PGRST102'],
		['rows with different keys', [{ title: 'x' }, { code: 'y' }], 400, 'PGRST102'],
		['a word', 'x', 400, 'PGRST102'],
		['too deep a value', JSON.parse(`{"data":${'['.repeat(200)}${']'.repeat(200)}}`), 400, 'PGRST102'],
	])('of %s is refused', async (_, body, status, code) => {
		const answer = await given.server.request('/notes', {
			method: 'POST',
			caller: given.ana,
			headers: json,
			body: JSON.stringify(body),
		})
		expect(await refusal(answer)).toEqual([status, code])
	})

	it.each([
		['broken JSON', '{"title":', {}, 400, 'PGRST102'],
		['nothing', '', {}, 400, 'PGRST102'],
		['bytes that are no text', new Uint8Array([0x22, 0xff, 0x22]), {}, 400, 'PGRST102'],
		['another type', '<a/>', { 'Content-Type': 'text/xml' }, 400, 'PGRST102'],
		['10 MB', JSON.stringify({ title: 'x'.repeat(10_000_000) }), {}, 413, 'PGRST102'],
	])('with a body of %s is refused', async (_, body, headers, status, code) => {
		const type = { ...json, ...(headers as Record<string, string>) }
		const answer = await given.server.request('/notes', { method: 'POST', caller: given.ana, headers: type, body })
		expect(await refusal(answer)).toEqual([status, code])
	})
})

describe('a body that says nothing of its length', () => {
	it('is refused once it is too long', async () => {
		const chunk = new TextEncoder().encode(' '.repeat(100_000))
		let sent = 0
		const body = new ReadableStream({
			pull: (controller) => (sent++ < 30 ? controller.enqueue(chunk) : controller.close()),
		})
		const init = { method: 'POST', caller: given.ana, headers: json, body, duplex: 'half' } as RequestInit
		const answer = await given.server.request('/notes', init)
		expect(await refusal(answer)).toEqual([413, 'PGRST102'])
		expect(given.server.logged()).not.toContain('rest failed')
	})
})

describe('upsert', () => {
	it('updates what is there and inserts what is not', async () => {
		const rows = [
			{ id: 1, title: 'Asilo político' },
			{ id: 80, title: 'Nueva' },
		]
		const { data, error } = await mine().from('notes').upsert(rows).select('id,title,code').order('id')
		expect(error).toBeNull()
		expect(data).toEqual([
			{ id: 1, title: 'Asilo político', code: 'a' },
			{ id: 80, title: 'Nueva', code: null },
		])
	})

	it('recognises rows by the columns named, or leaves them alone', async () => {
		const byCode = await mine()
			.from('notes')
			.upsert({ code: 'a', title: 'Por código' }, { onConflict: 'code' })
			.select('id,title')
		expect(byCode.data).toEqual([{ id: 1, title: 'Por código' }])
		const ignored = await mine()
			.from('notes')
			.upsert({ code: 'a', title: 'No' }, { onConflict: 'code', ignoreDuplicates: true })
			.select()
		expect(ignored.data).toEqual([])
	})

	it('does not need the right to change what the row is recognised by', async () => {
		const profiles = mine().from('profiles')
		const first = await profiles.upsert({ id: given.ana.userId, first_name: 'Ana' })
		const second = await profiles
			.upsert({ id: given.ana.userId, first_name: 'Ana María' })
			.select('first_name')
			.single()
		expect([first.error, second.data]).toEqual([null, { first_name: 'Ana María' }])
	})

	it('never changes another person’s row', async () => {
		const { error, status } = await mine().from('notes').upsert({ id: 4, title: 'mía' })
		expect([status, error?.code]).toEqual([403, '42501'])
	})

	it('by a column that is not unique, or the same row twice, is refused', async () => {
		expect((await mine().from('notes').upsert({ title: 'x' }, { onConflict: 'title' })).error?.code).toBe('42P10')
		expect(
			(
				await mine()
					.from('notes')
					.upsert([
						{ id: 9, title: 'x' },
						{ id: 9, title: 'y' },
					])
			).status,
		).toBe(400)
	})
})

describe('update and delete', () => {
	it('update changes the rows found and gives them back when asked', async () => {
		const silent = await mine().from('notes').update({ title: 'Uno' }).eq('id', 1)
		expect([silent.status, silent.data]).toEqual([204, null])
		const shown = await mine()
			.from('notes')
			.update({ mood: null, tags: ['z'] }, { count: 'exact' })
			.lt('id', 3)
			.select('id,mood,tags')
			.order('id')
		expect([shown.count, shown.data]).toEqual([
			2,
			[
				{ id: 1, mood: null, tags: ['z'] },
				{ id: 2, mood: null, tags: ['z'] },
			],
		])
	})

	it('update with nothing to change changes nothing', async () => {
		expect((await mine().from('notes').update({}).eq('id', 1).select()).data).toEqual([])
	})

	it('delete takes the rows found and gives them back when asked', async () => {
		const { data, count } = await mine().from('notes').delete({ count: 'exact' }).eq('id', 1).select('title')
		expect([data, count]).toEqual([[{ title: 'Asilo' }], 1])
		expect((await mine().from('notes').delete().gt('id', 0)).status).toBe(204)
		expect(await titles(given.server.client(operator).from('notes').select('title'))).toEqual(['De Luis'])
	})

	it('neither reaches another person’s rows', async () => {
		expect((await mine().from('notes').update({ title: 'x' }).eq('id', 4).select()).data).toEqual([])
		expect((await mine().from('notes').delete().eq('id', 4).select()).data).toEqual([])
		expect(await titles(given.server.client(given.luis).from('notes').select('title'))).toEqual(['De Luis'])
		expect((await mine().from('notes').update({ owner: given.luis.userId }).eq('id', 1)).status).toBe(403)
	})

	it('without a filter both are refused, and with a limit too', async () => {
		const { status, error } = (await mine().from('notes').delete()) as {
			status: number
			error: { message: string } | null
		}
		expect([status, error?.message]).toEqual([400, 'DELETE requires a WHERE clause'])
		expect((await mine().from('notes').update({ title: 'x' })).error?.code).toBe('21000')
		const limited = await given.server.request('/notes?id=gt.0&limit=1', { method: 'DELETE', caller: given.ana })
		expect(await refusal(limited)).toEqual([400, 'PGRST127'])
		expect(await titles(notes())).toHaveLength(3)
	})

	it('single takes the change back when it touched none or several', async () => {
		const several = await mine().from('notes').delete().gt('id', 0).select().single()
		expect([several.status, several.error?.code]).toEqual([406, 'PGRST116'])
		expect(await titles(notes())).toHaveLength(3)
	})

	it('max-affected takes a larger change back', async () => {
		const deleteAtMost = (rows: number) => {
			const headers = { Prefer: `handling=strict, max-affected=${rows}` }
			return given.server.request('/notes?id=gt.0', { method: 'DELETE', caller: given.ana, headers })
		}
		const refused = await deleteAtMost(2)
		expect(await refusal(refused)).toEqual([400, 'PGRST124'])
		expect(await titles(notes())).toHaveLength(3)
		expect((await deleteAtMost(3)).status).toBe(204)
	})

	it('rollback says what would come out and keeps everything', async () => {
		const { data } = await mine().from('notes').delete().eq('id', 1).select('title').rollback()
		expect(data).toEqual([{ title: 'Asilo' }])
		expect(await titles(notes())).toContain('Asilo')
	})
})
