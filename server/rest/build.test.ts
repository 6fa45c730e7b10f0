import { describe, expect, it } from 'vitest'
import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate } from './build-write.ts'
import type { Column, Table } from './catalogue.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'

const column = (name: string, type: string, base = type, usual: string | null = null): Column => ({
	name,
	type,
	base,
	default: usual,
})
const columns = [
	column('id', 'uuid', 'uuid', 'gen_random_uuid()'),
	column('title', 'text'),
	column('data', 'jsonb'),
	column('words', 'tsvector'),
	column('it"s', 'public."odd"', 'odd'),
]
const table: Table = { name: 'notes', columns: new Map(columns.map((each) => [each.name, each])), primaryKey: ['id'] }
const json = { shape: 'array', stripsNulls: false } as const
const tree = (text: string) => parseQuery('notes', new URLSearchParams(text))
const read = (text: string, count?: 'exact' | 'estimated') => buildRead(table, tree(text), json, count)

describe('a read', () => {
	it('is one statement whose text depends on its form alone', () => {
		const query = read('id=eq.5&order=title.desc&limit=3')
		expect(query.text).toBe(
			"select coalesce(json_agg(page.*)::text, '[]') as body, count(*) as rows, null::bigint as total from (" +
				'select t.* from public."notes" as t where (t."id" = $1::text::uuid) order by t."title" desc limit $2::text::bigint' +
				') as page',
		)
		expect(query.values).toEqual(['5', '3'])
		expect(read('id=eq.6&order=title.desc&limit=90').text).toBe(query.text)
	})

	it('has one text for lists of any length', () => {
		const query = read('title=in.(a,"b""c",d\\e)')
		expect(query.text).toBe(read('title=in.(x)').text)
		expect(read('title=in.(a,"b\\"c\\\\d",)').values?.[0]).toBe('{"a","b\\"c\\\\d",""}')
	})

	it('never asks for more rows than an answer may have', () => {
		expect(read('').values).toEqual(['1000'])
		expect(read('limit=5000&offset=7').values).toEqual(['1000', '7'])
	})

	it('counts past the rows it gives only as far as it must', () => {
		expect(read('title=eq.a', 'exact').text).toContain(
			'(select count(*) from public."notes" as t where (t."title" = $1::text)) as total',
		)
		expect(read('', 'estimated').text).toContain('limit 1001')
	})

	it('names keys of the client’s as parameters', () => {
		const query = read('select=other:title,data->>place')
		expect(query.text).toContain('json_build_object($1::text, t."title", $2::text, (t."data" ->> $3::text)) as item')
		expect(query.values?.slice(0, 3)).toEqual(['other', 'place', 'place'])
	})

	it('gives values the type of what they are compared with', () => {
		expect(read('"it\\"s"=eq.x').text).toContain('(t."it""s" = $1::text::public."odd")')
		expect(read('data->a=eq.1').text).toContain('((t."data" -> $1::text) = $2::text::jsonb)')
		expect(read('title->a=eq.1').text).toContain('((to_jsonb(t."title") -> $1::text) = $2::text::jsonb)')
		expect(read('id=ilike.*a*').text).toContain('(t."id" ilike $1::text)')
		expect(read('words=fts(spanish).a').text).toContain('(t."words" @@ to_tsquery($1::text::regconfig, $2::text))')
		expect(read('title=plfts.a').text).toContain('(to_tsvector(t."title") @@ plainto_tsquery($1::text))')
	})

	it('keeps groups together', () => {
		expect(read('or=(id.is.null,not.and(title.eq.a,title.neq.b))&title=not.gt.c').text).toContain(
			' where ((t."id" is null) or (not ((t."title" = $1::text) and (t."title" <> $2::text))))' +
				' and (not (t."title" > $3::text))',
		)
	})

	it.each([
		'select=nothing',
		'nothing=eq.1',
		'order=nothing',
		'select=x:nothing',
		'or=(nothing.is.null)',
		'constructor=eq.1',
	])('of a column that is not there is refused: %s', (text) => {
		expect(() => read(text)).toThrow(expect.objectContaining({ code: '42703' }))
	})

	it('of too many renamed columns is refused', () => {
		const many = Array.from({ length: 51 }, (_, i) => `c${i}:id`).join()
		expect(() => read(`select=${many}`)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
	})
})

describe('a write', () => {
	const silently = { usesDefaults: false }
	const everything = { ...tree(''), shape: json }

	it('hands the body over as one parameter and returns nothing unless asked', () => {
		const query = buildInsert(table, parseBody('{"title":"a","data":{"b":1}}'), silently)
		expect(query.text).toBe(
			'with changed as (insert into public."notes" as t ("title", "data") select body."title", body."data"' +
				' from json_to_recordset($1::text::json) as body("title" text, "data" jsonb) returning 1)' +
				" select '' as body, (select count(*) from changed) as rows, null::bigint as total",
		)
		expect(query.values).toEqual(['[{"title":"a","data":{"b":1}}]'])
	})

	it('returns the columns that the answer needs', () => {
		const returning = { ...tree('select=title&order=id'), shape: json }
		const { text } = buildUpdate(table, parseBody('{"title":"a"}'), tree('id=eq.1'), { ...silently, returning })
		expect(text).toContain('where (t."id" = $2::text::uuid) returning t."title", t."id")')
		expect(buildDelete(table, tree('id=eq.1'), everything).text).toContain('returning t.*)')
	})

	it('puts defaults below the rows where missing keys stand for them', () => {
		const { text } = buildInsert(table, parseBody('[{"id":"1"},{"title":"b"}]', ['id', 'title']), {
			usesDefaults: true,
		})
		expect(text).toContain(
			"(select jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || element) from jsonb_array_elements($1::text::jsonb) as element)",
		)
	})

	it('leaves alone what a duplicate is recognised by, unless there is nothing else', () => {
		const merge = { resolution: 'merge-duplicates' } as const
		const insert = (
			body: string,
			conflict: { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns?: string[] },
		) => buildInsert(table, parseBody(body), { usesDefaults: false, conflict }).text
		expect(insert('{"id":"1","title":"a"}', merge)).toContain(
			'on conflict ("id") do update set "title" = excluded."title" ',
		)
		expect(insert('{"id":"1"}', merge)).toContain('do update set "id" = excluded."id" ')
		expect(insert('{"title":"1"}', { resolution: 'ignore-duplicates', columns: ['title'] })).toContain(
			'on conflict ("title") do nothing ',
		)
		expect(() => insert('{"id":"1"}', { ...merge, columns: ['nothing'] })).toThrow(
			expect.objectContaining({ code: '42703' }),
		)
	})

	it('of a column that is not there is refused', () => {
		for (const key of ['nothing', '__proto__', 'id" = 1; --']) {
			const body = parseBody(`{${JSON.stringify(key)}:1}`)
			expect(() => buildInsert(table, body, silently)).toThrow(expect.objectContaining({ code: 'PGRST204' }))
			expect(() => buildUpdate(table, body, tree('id=eq.1'), silently)).toThrow(
				expect.objectContaining({ code: 'PGRST204' }),
			)
		}
	})
})
