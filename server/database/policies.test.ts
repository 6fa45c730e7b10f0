// Every table, as every kind of caller. A table that is not listed here fails the first test.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Caller, createDatabase, type Database } from './database.ts'

let own: TestDatabase
let pool: pg.Pool
let database: Database
let rosa: Person
let juan: Person
const visitor: Caller = { role: 'anon' }
const operator: Caller = { role: 'service_role' }

type Person = Extract<Caller, { role: 'authenticated' }>

beforeAll(async () => {
	own = await testDatabase()
	pool = own.pool
	database = createDatabase(pool)
	rosa = await newPerson()
	juan = await newPerson()
})
afterAll(() => own.close())

async function newPerson(): Promise<Person> {
	const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
	await pool.query('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.org`])
	await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
	return {
		role: 'authenticated',
		userId,
		sessionId,
		claims: { sub: userId, session_id: sessionId, role: 'authenticated' },
	}
}

/** Rows the statement gave, or the SQLSTATE it was refused with. */
async function outcome(caller: Caller, text: string, values: unknown[] = []): Promise<unknown[] | string> {
	return database.runAs(caller, { text, values }).catch((error) => error.code)
}

const refused = '42501'

describe('the schema', () => {
	it('has row-level security on every table a caller could reach', async () => {
		const { rows } = await pool.query(`
			select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
			where nspname in ('public', 'auth', 'storage', 'faro') and relkind in ('r', 'p') and not relrowsecurity and relname <> 'migrations'`)
		expect(rows).toEqual([])
	})

	it('has exactly the tables these tests know', async () => {
		const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
		const names = [
			'assistant_answers',
			'assistant_memory',
			'blog_posts',
			'documents',
			'feedback',
			'profiles',
			'saved_chats',
			'user_feedback',
		]
		expect(rows.map((row) => row.tablename)).toEqual(names)
	})

	it('names the role in every policy', async () => {
		const { rows } = await pool.query(
			"select policyname from pg_policies where schemaname in ('public', 'storage') and roles = '{public}'",
		)
		expect(rows).toEqual([])
	})

	it.each([
		'faro.secrets',
		'faro.migrations',
		'faro.rate_limits',
		'faro.consumption',
		'auth.users',
		'auth.sessions',
		'auth.refresh_tokens',
		'auth.identities',
	])('keeps %s from every API role', async (table) => {
		for (const caller of [visitor, rosa, operator])
			expect(await outcome(caller, `select * from ${table}`)).toBe(refused)
	})

	it('does not let a caller become somebody else inside a statement', async () => {
		const claims = JSON.stringify(juan.claims)
		expect(await outcome(rosa, "select faro.enter('service_role', $1, null, '5s')", [claims])).toBe(refused)
	})
})

describe('saved_chats', () => {
	const insert = 'insert into public.saved_chats (user_id, title, content) values ($1, $2, $3) returning id'
	let chat: string

	beforeAll(async () => {
		const rows = (await outcome(rosa, insert, [rosa.userId, '¿Cuánto tarda?', '{"question":"q","answer":"a"}'])) as {
			id: string
		}[]
		chat = rows[0]?.id as string
	})

	it('are read by their owner and the operator alone', async () => {
		const select = 'select id from public.saved_chats where id = $1'
		expect(await outcome(rosa, select, [chat])).toHaveLength(1)
		expect(await outcome(operator, select, [chat])).toHaveLength(1)
		expect(await outcome(juan, select, [chat])).toEqual([])
		expect(await outcome(visitor, select, [chat])).toBe(refused)
	})

	it('are written in nobody else’s name', async () => {
		expect(await outcome(juan, insert, [rosa.userId, 't', 'c'])).toBe(refused)
		expect(await outcome(visitor, insert, [rosa.userId, 't', 'c'])).toBe(refused)
	})

	it('are changed by their owner only, who cannot give them away or change when they were saved', async () => {
		const favourite = 'update public.saved_chats set is_favorite = true where id = $1 returning id'
		expect(await outcome(juan, favourite, [chat])).toEqual([])
		expect(await outcome(visitor, favourite, [chat])).toBe(refused)
		expect(await outcome(rosa, favourite, [chat])).toHaveLength(1)
		expect(await outcome(rosa, 'update public.saved_chats set user_id = $2 where id = $1', [chat, juan.userId])).toBe(
			refused,
		)
		expect(await outcome(rosa, 'update public.saved_chats set created_at = now() where id = $1', [chat])).toBe(refused)
	})

	it('are deleted by their owner only', async () => {
		const remove = 'delete from public.saved_chats where id = $1 returning id'
		expect(await outcome(juan, remove, [chat])).toEqual([])
		expect(await outcome(visitor, remove, [chat])).toBe(refused)
		expect(await outcome(rosa, remove, [chat])).toHaveLength(1)
	})
})

describe('profiles', () => {
	const insert =
		'insert into public.profiles (id, email, first_name, last_name, plan) values ($1, $2, $3, $4, $5) returning id'

	it('are created by their person, with the open plan only', async () => {
		expect(await outcome(rosa, insert, [rosa.userId, 'r@example.org', 'Rosa', 'Gil', 'FREE'])).toBe(refused)
		expect(await outcome(juan, insert, [rosa.userId, 'r@example.org', 'Rosa', 'Gil', 'UNLIMITED'])).toBe(refused)
		expect(await outcome(visitor, insert, [rosa.userId, 'r@example.org', 'Rosa', 'Gil', 'UNLIMITED'])).toBe(refused)
		expect(await outcome(rosa, insert, [rosa.userId, 'r@example.org', 'Rosa', 'Gil', 'UNLIMITED'])).toHaveLength(1)
	})

	it('are seen and changed by their person alone', async () => {
		const update = 'update public.profiles set first_name = $2 where id = $1 returning id'
		expect(await outcome(juan, 'select * from public.profiles where id = $1', [rosa.userId])).toEqual([])
		expect(await outcome(visitor, 'select * from public.profiles')).toBe(refused)
		expect(await outcome(juan, update, [rosa.userId, 'Otro'])).toEqual([])
		expect(await outcome(rosa, update, [rosa.userId, 'Rosa María'])).toHaveLength(1)
	})

	it('do not let people change their plan, nor delete the row to begin again', async () => {
		expect(await outcome(rosa, "update public.profiles set plan = 'UNLIMITED' where id = $1", [rosa.userId])).toBe(
			refused,
		)
		expect(await outcome(rosa, 'update public.profiles set id = $1', [juan.userId])).toBe(refused)
		expect(await outcome(rosa, 'delete from public.profiles where id = $1', [rosa.userId])).toBe(refused)
		expect(
			await outcome(operator, "update public.profiles set plan = 'FREE' where id = $1 returning id", [rosa.userId]),
		).toHaveLength(1)
	})
})

describe('documents and blog_posts', () => {
	beforeAll(async () => {
		await outcome(operator, "insert into public.documents (title, filename) values ('Petición', 'I-130.pdf')")
		await outcome(
			operator,
			"insert into public.blog_posts (title, content, slug, published) values ('Uno', 'x', 'uno', true), ('Dos', 'x', 'dos', false)",
		)
	})

	it('are read by everybody, drafts excepted', async () => {
		for (const caller of [visitor, rosa]) {
			expect(await outcome(caller, 'select title from public.documents')).toHaveLength(1)
			expect(await outcome(caller, 'select slug from public.blog_posts')).toEqual([{ slug: 'uno' }])
		}
		expect(await outcome(operator, 'select slug from public.blog_posts')).toHaveLength(2)
	})

	it('are written by the operator alone', async () => {
		for (const caller of [visitor, rosa]) {
			expect(await outcome(caller, "insert into public.documents (title, filename) values ('x', 'x.pdf')")).toBe(
				refused,
			)
			expect(await outcome(caller, "update public.documents set title = 'x'")).toBe(refused)
			expect(await outcome(caller, 'delete from public.documents')).toBe(refused)
			expect(await outcome(caller, 'update public.blog_posts set published = true')).toBe(refused)
			expect(await outcome(caller, 'delete from public.blog_posts')).toBe(refused)
		}
	})
})

describe('feedback', () => {
	it('is sent by the signed-in in their own name and read by the operator', async () => {
		const insert = 'insert into public.feedback (user_id, ease_of_use) values ($1, $2)'
		expect(await outcome(rosa, insert, [rosa.userId, 5])).toEqual([])
		expect(await outcome(juan, insert, [rosa.userId, 1])).toBe(refused)
		expect(await outcome(visitor, insert, [rosa.userId, 1])).toBe(refused)
		expect(await outcome(rosa, insert, [rosa.userId, 6])).toBe('23514')
		for (const caller of [visitor, rosa]) expect(await outcome(caller, 'select * from public.feedback')).toBe(refused)
		expect(await outcome(operator, 'select * from public.feedback')).toHaveLength(1)
	})

	it('as a message is taken from anyone, in nobody else’s name, and read by the operator', async () => {
		const insert =
			"insert into public.user_feedback (first_name, last_name, email, message) values ('Ana', 'Gil', 'a@example.org', 'Muchas gracias a todos')"
		expect(await outcome(visitor, insert)).toEqual([])
		expect(await outcome(rosa, insert)).toEqual([])
		expect(await outcome(visitor, 'insert into public.user_feedback (user_id) values ($1)', [rosa.userId])).toBe(
			refused,
		)
		for (const caller of [visitor, rosa]) {
			expect(await outcome(caller, 'select * from public.user_feedback')).toBe(refused)
			expect(await outcome(caller, 'delete from public.user_feedback')).toBe(refused)
		}
		const writers = await outcome(operator, 'select user_id from public.user_feedback order by user_id nulls first')
		expect(writers).toEqual([{ user_id: null }, { user_id: rosa.userId }])
	})
})

describe('assistant_answers', () => {
	const select = 'select id, pieces from public.assistant_answers'
	const id = crypto.randomUUID()
	const begin = (caller: Caller) => outcome(caller, `select faro.begin_answer($1, 'a-request')`, [id])

	beforeAll(async () => {
		await begin(rosa)
		await outcome(rosa, 'select faro.tell_answer($1, $2)', [id, ['Uno. ']])
	})

	it('are read and deleted by their owner and the operator alone', async () => {
		expect(await outcome(rosa, select)).toEqual([{ id, pieces: ['Uno. '] }])
		expect(await outcome(operator, select)).toHaveLength(1)
		expect(await outcome(juan, select)).toEqual([])
		expect(await outcome(visitor, select)).toBe(refused)
		expect(await outcome(juan, 'delete from public.assistant_answers returning id')).toEqual([])
		expect(await outcome(visitor, 'delete from public.assistant_answers')).toBe(refused)
	})

	it('are written through the functions only, and each person’s by that person', async () => {
		const insert = 'insert into public.assistant_answers (id, user_id, request_id) values ($1, $2, $3)'
		expect(await outcome(rosa, insert, [crypto.randomUUID(), rosa.userId, 'a-request'])).toBe(refused)
		expect(await outcome(rosa, "update public.assistant_answers set pieces = '{x}'")).toBe(refused)
		expect(await begin(visitor)).toBe(refused)
		// The same id again would be somebody else's row.
		expect(await begin(juan)).toBe('23505')
		expect(await outcome(juan, "select faro.tell_answer($1, '{x}') as state", [id])).toEqual([{ state: null }])
		await outcome(juan, 'select faro.stop_answer($1)', [id])
		await outcome(juan, "select faro.fail_answer($1, 'x')", [id])
		expect(await outcome(rosa, 'select state, pieces, code from public.assistant_answers')).toEqual([
			{ state: 'running', pieces: ['Uno. '], code: null },
		])
	})

	it('cannot be read any more after ten minutes', async () => {
		const { rows } = await pool.query(
			"select expires_at <= touched_at + interval '10 minutes' as ends from public.assistant_answers",
		)
		expect(rows).toEqual([{ ends: true }])
		await pool.query("update public.assistant_answers set expires_at = now() - interval '1 second'")
		expect(await outcome(rosa, select)).toEqual([])
	})

	it('open nothing else of the server’s schema', async () => {
		for (const caller of [visitor, rosa, operator])
			expect(await outcome(caller, "select faro.enter('anon', '{}', null, '5s')")).toBe(refused)
	})
})

describe('assistant_memory', () => {
	it('is each person’s own', async () => {
		const insert = `insert into public.assistant_memory (user_id, state) values ($1, '{"turns":[]}') returning user_id`
		expect(await outcome(rosa, insert, [rosa.userId])).toHaveLength(1)
		expect(await outcome(juan, insert, [rosa.userId])).toBe(refused)
		expect(await outcome(visitor, insert, [rosa.userId])).toBe(refused)
		expect(await outcome(juan, 'select * from public.assistant_memory')).toEqual([])
		expect(await outcome(juan, "update public.assistant_memory set state = '{}' returning user_id")).toEqual([])
		expect(await outcome(juan, 'delete from public.assistant_memory returning user_id')).toEqual([])
		expect(await outcome(visitor, 'select * from public.assistant_memory')).toBe(refused)
		expect(await outcome(rosa, 'delete from public.assistant_memory returning user_id')).toHaveLength(1)
	})
})

describe('an account', () => {
	it('takes everything of its person along when it goes', async () => {
		const person = await newPerson()
		await outcome(person, 'insert into public.saved_chats (title, content) values ($1, $1)', ['t'])
		await outcome(person, 'insert into public.feedback (ease_of_use) values ($1)', [4])
		await pool.query('delete from auth.users where id = $1', [person.userId])
		for (const table of ['saved_chats', 'feedback']) {
			expect(await outcome(operator, `select 1 from public.${table} where user_id = $1`, [person.userId])).toEqual([])
		}
		expect(await outcome(person, 'select * from public.saved_chats')).toBe('FM401')
	})
})
