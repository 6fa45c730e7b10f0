// Reading through the official client: what each call gives, and what it refuses.
import { describe, expect, it } from 'vitest'
import { operator } from './testing.ts'
import { notesForTests, refusal, titles } from './testing-notes.ts'

const given = notesForTests()
const mine = () => given.server.client(given.ana)
const notes = () => mine().from('notes').select('title').order('id')

describe('select', () => {
	it('gives all columns of the rows a person may see, as PostgreSQL writes them', async () => {
		const { data, count, status } = await mine().from('notes').select('*').eq('title', 'Asilo')
		expect({ status, count }).toEqual({ status: 200, count: null })
		expect(data).toEqual([
			{
				id: 1,
				owner: given.ana.userId,
				title: 'Asilo',
				code: 'a',
				amount: 10.5,
				tags: ['corte', 'dos, tres'],
				data: { city: 'Miami', steps: [{ n: 1 }, { n: 2 }] },
				mood: 'calm',
				span: '[1,5)',
				'day, "written"': '2025-01-02',
				page: 1,
				created_at: '2025-11-20T12:00:00+00:00',
			},
		])
	})

	it('gives the columns asked for, renamed, cast, and from inside JSON', async () => {
		const columns = 'title, short:code, amount::text, data->>city, second:data->steps->1->n, data->steps->0'
		const { data } = await mine().from('notes').select(columns).eq('id', 1)
		expect(data).toEqual([{ title: 'Asilo', short: 'a', amount: '10.50', city: 'Miami', second: 2, steps: { n: 1 } }])
		const cast = await mine().from('notes').select('id::text,"day, \\"written\\""').eq('id', 1)
		expect(cast.data).toEqual([{ id: '1', 'day, "written"': '2025-01-02' }])
	})

	it('keeps a renamed key exactly as it was asked for', async () => {
		const key = `it's "a" \\ 'key'; drop table notes--`
		const { data } = await mine()
			.from('notes')
			.select(`${JSON.stringify(key)}:title` as 'title')
			.eq('id', 1)
		expect(data).toEqual([{ [key]: 'Asilo' }])
	})

	it('gives rows of a view', async () => {
		const { data } = await given.server.client().from('even_numbers').select().limit(2).order('n')
		expect(data).toEqual([{ n: 2 }, { n: 4 }])
	})

	it('gives nothing of anybody else', async () => {
		expect(await titles(given.server.client(given.luis).from('notes').select('title'))).toEqual(['De Luis'])
		expect(await titles(mine().from('notes').select('title').eq('owner', given.luis.userId))).toEqual([])
		expect(await titles(given.server.client(operator).from('notes').select('title'))).toHaveLength(4)
	})

	it('leaves null fields out when asked', async () => {
		const { data } = await mine().from('notes').select('title,code').eq('id', 3).stripNulls()
		expect(data).toEqual([{ title: 'permiso, trabajo' }])
	})

	it('gives CSV', async () => {
		const { data } = await mine().from('notes').select('title,tags,day:data->>city,amount').order('id').csv()
		expect(data).toBe(
			[
				'title,tags,day,amount',
				'Asilo,"{corte,""dos, tres""}",Miami,10.50',
				'Ciudadanía,{examen},"El Paso",20.00',
				'"permiso, trabajo",,,',
			].join('\n'),
		)
		await given.server.pool.query(`update public.notes set title = 'C:\\a "b"' where id = 1`)
		const escaped = await mine().from('notes').select('title').eq('id', 1).csv()
		expect(escaped.data).toBe('title\n"C:\\a ""b"""')
	})
})

describe('a filter', () => {
	it.each<[string, (query: ReturnType<typeof notes>) => PromiseLike<{ data: unknown; error: unknown }>, string[]]>([
		['eq', (q) => q.eq('title', 'Asilo'), ['Asilo']],
		['eq on a numeric', (q) => q.eq('amount', 10.5), ['Asilo']],
		['neq', (q) => q.neq('code', 'a'), ['Ciudadanía']],
		['gt', (q) => q.gt('amount', 10.5), ['Ciudadanía']],
		['gte', (q) => q.gte('amount', 10.5), ['Asilo', 'Ciudadanía']],
		['lt', (q) => q.lt('id', 2), ['Asilo']],
		['lte on a date', (q) => q.lte('"day, \\"written\\""', '2024-12-31'), ['permiso, trabajo']],
		['like', (q) => q.like('title', '%trabajo'), ['permiso, trabajo']],
		['like with asterisks', (q) => q.like('title', '*ada*'), ['Ciudadanía']],
		['ilike', (q) => q.ilike('title', 'PERMISO%'), ['permiso, trabajo']],
		['likeAnyOf', (q) => q.likeAnyOf('title', ['Asi%', 'Ciu%']), ['Asilo', 'Ciudadanía']],
		['ilikeAllOf', (q) => q.ilikeAllOf('title', ['%a%', '%s%']), ['Asilo', 'permiso, trabajo']],
		['match', (q) => q.filter('title', 'match', '^[AC]'), ['Asilo', 'Ciudadanía']],
		['imatch', (q) => q.filter('title', 'imatch', '^asi'), ['Asilo']],
		['is null', (q) => q.is('code', null), ['permiso, trabajo']],
		['not is null', (q) => q.not('code', 'is', null), ['Asilo', 'Ciudadanía']],
		['in', (q) => q.in('title', ['Asilo', 'permiso, trabajo', 'nothing']), ['Asilo', 'permiso, trabajo']],
		['in with quotes and backslashes', (q) => q.in('title', ['a"b\\c', 'Asilo']), ['Asilo']],
		['in with nothing', (q) => q.in('title', []), []],
		['not in', (q) => q.not('id', 'in', '(1,2)'), ['permiso, trabajo']],
		['isdistinct', (q) => q.filter('code', 'isdistinct', 'a'), ['Ciudadanía', 'permiso, trabajo']],
		['an enum', (q) => q.eq('mood', 'sad'), ['Ciudadanía']],
		['contains, array', (q) => q.contains('tags', ['corte']), ['Asilo']],
		['containedBy', (q) => q.containedBy('tags', ['examen', 'otro']), ['Ciudadanía']],
		['overlaps', (q) => q.overlaps('tags', ['examen', 'corte']), ['Asilo', 'Ciudadanía']],
		['contains, JSON', (q) => q.contains('data', { city: 'Miami' }), ['Asilo']],
		['rangeGt', (q) => q.rangeGt('span', '[1,4]'), ['Ciudadanía']],
		['rangeLt', (q) => q.rangeLt('span', '[5,6]'), ['Asilo']],
		['rangeGte', (q) => q.rangeGte('span', '[2,3]'), ['Ciudadanía']],
		['rangeLte', (q) => q.rangeLte('span', '[1,5)'), ['Asilo']],
		['rangeAdjacent', (q) => q.rangeAdjacent('span', '[9,12)'), ['Ciudadanía']],
		['a JSON path as text', (q) => q.eq('data->>city', 'Miami'), ['Asilo']],
		['a JSON path as JSON', (q) => q.eq('data->steps->1->n', '2'), ['Asilo']],
		['textSearch', (q) => q.textSearch('title', 'permisos', { config: 'spanish' }), ['permiso, trabajo']],
		[
			'textSearch, websearch',
			(q) => q.textSearch('title', 'asilo or trabajo', { type: 'websearch', config: 'simple' }),
			['Asilo', 'permiso, trabajo'],
		],
		['match of several columns', (q) => q.match({ title: 'Asilo', code: 'a' }), ['Asilo']],
		['or', (q) => q.or('code.eq.c,title.eq."permiso, trabajo"'), ['Ciudadanía', 'permiso, trabajo']],
		['a tree', (q) => q.or('and(id.gt.1,not.or(code.is.null,mood.eq.calm)),tags.cs.{corte}'), ['Asilo', 'Ciudadanía']],
		['several at once', (q) => q.gt('id', 1).lt('id', 3), ['Ciudadanía']],
		['a column named like an alias', (q) => q.eq('page', 2), ['Ciudadanía']],
	])('%s', async (_, filter, expected) => {
		expect(await titles(filter(notes()))).toEqual(expected)
	})

	it.each([
		['an unknown column', 'nothing=eq.1', 400, '42703'],
		['an unknown operator', 'id=equals.1', 400, 'PGRST100'],
		['no operator', 'id=1', 400, 'PGRST100'],
		['a number that is none', 'id=eq.abc', 400, '22P02'],
		['a number that is too large', 'id=eq.99999999999999', 400, '22003'],
		['a date that is none', 'created_at=gt.yesterday%20maybe', 400, '22007'],
		['an unknown enum value', 'mood=eq.happy', 400, '22P02'],
		['a broken pattern', 'title=match.(', 400, '2201B'],
		['a broken search', 'title=fts.a%20b%20%26', 400, '42601'],
		['an unknown language', 'title=fts(klingon).a', 400, '42704'],
		['a comparison the type lacks', 'id=like.1', 404, '42883'],
		['a zero byte', 'title=eq.%00', 400, '22021'],
		['another table', 'letters_to_us.message=eq.1', 400, 'PGRST108'],
		['an empty group', 'or=()', 400, 'PGRST100'],
		['too many groups within one another', `or=${'(and'.repeat(11)}(id.eq.1)${')'.repeat(11)}`, 400, 'PGRST100'],
		['too many filters', Array.from({ length: 101 }, () => 'id=eq.1').join('&'), 400, 'PGRST100'],
		['too long a list', `id=in.(${Array.from({ length: 1001 }, (_, i) => i).join(',')})`, 400, 'PGRST100'],
		['too long an address', `title=eq.${'a'.repeat(13_000)}`, 400, 'PGRST100'],
	])('with %s is refused', async (_, query, status, code) => {
		const answer = await given.server.request(`/notes?${query}`, { caller: given.ana })
		const error = (await answer.json()) as { code: string; message: string; hint: string }
		expect({ status: answer.status, code: error.code }).toEqual({ status, code })
		expect(Object.keys(error)).toEqual(['code', 'message', 'details', 'hint'])
		expect(error.hint).toBeTruthy()
	})
})

describe('order and range', () => {
	it('sorts by several terms, with nulls where they are asked for', async () => {
		const query = mine().from('notes').select('title')
		expect(await titles(query.order('mood', { nullsFirst: true }).order('id', { ascending: false }))).toEqual([
			'permiso, trabajo',
			'Asilo',
			'Ciudadanía',
		])
		expect(await titles(mine().from('notes').select('title').order('data->>city'))).toEqual([
			'Ciudadanía',
			'Asilo',
			'permiso, trabajo',
		])
	})

	it('cuts with limit and range', async () => {
		expect(await titles(notes().limit(1))).toEqual(['Asilo'])
		expect(await titles(notes().range(1, 5))).toEqual(['Ciudadanía', 'permiso, trabajo'])
		expect(await titles(notes().limit(0))).toEqual([])
	})

	it('counts exactly, with 206 for a part and 200 for the whole', async () => {
		const part = await mine().from('notes').select('title', { count: 'exact' }).limit(2)
		expect([part.status, part.count, part.data?.length]).toEqual([206, 3, 2])
		const whole = await mine().from('notes').select('title', { count: 'exact' })
		expect([whole.status, whole.count]).toEqual([200, 3])
	})

	it('counts without rows', async () => {
		const { count, data, error } = await mine().from('notes').select('*', { count: 'exact', head: true }).gt('id', 1)
		expect({ count, data, error }).toEqual({ count: 2, data: null, error: null })
	})

	it('asks the planner for a planned count, and for an estimate only beyond a thousand', async () => {
		const planned = await given.server.client().from('numbers').select('n', { count: 'planned' }).limit(1)
		expect(planned.count).toBe(1500)
		const few = await given.server.client().from('numbers').select('n', { count: 'estimated' }).lte('n', 7).limit(1)
		expect(few.count).toBe(7)
		const many = await given.server.client().from('numbers').select('n', { count: 'estimated', head: true })
		expect(many.count).toBe(1500)
	})

	it('understands the header Range', async () => {
		const answer = await given.server.request('/numbers?select=n&order=n', {
			headers: { Range: '10-12', Prefer: 'count=exact' },
		})
		expect([answer.status, answer.headers.get('content-range')]).toEqual([206, '10-12/1500'])
		expect(await answer.json()).toEqual([{ n: 11 }, { n: 12 }, { n: 13 }])
		expect(answer.headers.get('preference-applied')).toBe('count=exact')
	})

	it('never gives more than a thousand rows', async () => {
		const { data, count } = await given.server.client().from('numbers').select('n', { count: 'exact' }).limit(5000)
		expect([data?.length, count]).toEqual([1000, 1500])
	})

	it.each([
		['an offset beyond the last row', '/numbers?offset=9999', { Prefer: 'count=exact' }, 416, 'PGRST103'],
		['a range that ends before it begins', '/numbers', { Range: '5-1' }, 416, 'PGRST103'],
		['a negative limit', '/numbers?limit=-1', {}, 416, 'PGRST103'],
		['a limit that is no number', '/numbers?limit=many', {}, 400, 'PGRST100'],
		['an unknown direction', '/numbers?order=n.up', {}, 400, 'PGRST100'],
		['an unknown column to sort by', '/numbers?order=m', {}, 400, '42703'],
	])('%s is refused', async (_, path, headers, status, code) => {
		const answer = await given.server.request(path, { headers: headers as Record<string, string> })
		expect(await refusal(answer)).toEqual([status, code])
	})
})

describe('single', () => {
	it('gives the one row as an object', async () => {
		expect((await notes().eq('id', 1).single()).data).toEqual({ title: 'Asilo' })
		expect((await notes().eq('id', 1).maybeSingle()).data).toEqual({ title: 'Asilo' })
		const none = await notes().eq('id', 99).maybeSingle()
		expect([none.data, none.error]).toEqual([null, null])
	})

	it('refuses none and several', async () => {
		const none = await notes().eq('id', 99).single()
		expect([none.status, none.error?.code, none.error?.details]).toEqual([
			406,
			'PGRST116',
			'The result contains 0 rows',
		])
		const several = await notes().single()
		expect([several.status, several.error?.details]).toEqual([406, 'The result contains 3 rows'])
		expect((await notes().maybeSingle()).error?.code).toBe('PGRST116')
	})
})
