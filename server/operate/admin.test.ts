// The operator's commands as processes, as `npm run admin` starts them.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCluster } from '../database/embedded/cluster.ts'
import { testDatabase } from '../testing/database.ts'
import { testFolder } from '../testing/folder.ts'
import { startProcess } from '../testing/processes.ts'

const passphrase = { FARO_PASSPHRASE: 'un faro en la costa' }

async function admin(args: string[], env: Record<string, string>) {
	const command = startProcess('server/operate/admin.ts', { args, env })
	const code = await command.ended()
	return { code, said: command.output(), complained: command.errors() }
}

async function ownDatabase() {
	const own = await testDatabase()
	onTestFinished(() => own.close())
	return own
}

it('without a command, or with one that is not there, all of them are listed', async () => {
	for (const args of [[], ['toString']]) {
		const { code, complained } = await admin(args, {})
		expect(code).toBe(1)
		for (const name of ['guide check', 'keys', 'export FILE', 'import FILE']) expect(complained).toContain(name)
	}
})

it('the service key is printed on request, the one of the environment first', async () => {
	const { url } = await ownDatabase()
	const [first, second] = [await admin(['keys'], { DATABASE_URL: url }), await admin(['keys'], { DATABASE_URL: url })]
	expect(first.said).toMatch(/^SERVICE_ROLE_KEY=\S{64}$/m)
	expect(second.said).toBe(first.said)
	const given = 'k'.repeat(40)
	expect((await admin(['keys'], { DATABASE_URL: url, SERVICE_ROLE_KEY: given })).said).toContain(given)
})

it('20,000 conversations move through less memory than they take', async () => {
	const [from, to] = [await ownDatabase(), await ownDatabase()]
	await from.pool.query("insert into auth.users (id, email) values (gen_random_uuid(), 'rosa@example.org')")
	await from.pool.query(`
		insert into public.saved_chats (user_id, title, content)
		select (select id from auth.users), 'Número ' || n, (select string_agg(md5(n || '-' || i), '') from generate_series(1, 100) i)
		from generate_series(1, 20000) n`)
	const path = join(await testFolder(), 'house')
	const little = { ...passphrase, NODE_OPTIONS: '--max-old-space-size=56' }
	const out = await admin(['export', path], { ...little, DATABASE_URL: from.url })
	expect(out).toMatchObject({ code: 0, said: expect.stringMatching(/: 2000\d rows of \d+ tables/) })
	expect(out.complained).toContain('public.saved_chats  20000')
	const into = await admin(['import', path], { ...little, DATABASE_URL: to.url })
	expect(into).toMatchObject({ code: 0, said: expect.stringMatching(/^2000\d rows imported/) })
	const sum = 'select count(*)::int, md5(string_agg(content, $1 order by id)) from public.saved_chats'
	expect((await to.pool.query(sum, [''])).rows).toEqual((await from.pool.query(sum, [''])).rows)
})

it('an export of the embedded database waits until its server stops, then moves into an empty folder', async () => {
	const [first, second] = [join(await testFolder(), 'data'), join(await testFolder(), 'data')]
	const path = join(await testFolder(), 'house')
	const cluster = await startCluster({ dataDir: first, log: () => {} })
	const early = await admin(['export', path], { ...passphrase, DATA_DIR: first })
	await cluster.close()
	expect(early).toMatchObject({ code: 1, complained: expect.stringContaining('is in use by a server') })
	await expect(stat(path)).rejects.toThrow('ENOENT')

	expect((await admin(['keys'], { DATA_DIR: first })).code).toBe(0)
	expect(await admin(['export', path], { ...passphrase, DATA_DIR: first })).toMatchObject({ code: 0 })
	expect(await admin(['import', path], { ...passphrase, DATA_DIR: second })).toMatchObject({ code: 0 })
})

it.each<[string, string[], Record<string, string>, RegExp]>([
	['no file', ['export'], passphrase, /usage: npm run admin -- export FILE/],
	['a second file', ['import', 'a', 'b'], passphrase, /usage: npm run admin -- import FILE/],
	['a folder without a database', ['export', 'none/house'], { ...passphrase, DATA_DIR: '/nowhere' }, /no database in/],
	['a short passphrase', ['export', 'house'], { FARO_PASSPHRASE: 'short' }, /at least 12 characters/],
	['no passphrase and no terminal', ['export', 'house'], { FARO_PASSPHRASE: '' }, /set FARO_PASSPHRASE/],
	['a value that makes no sense', ['keys'], { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: /],
])('%s ends in one line', async (_, args, env, message) => {
	const { code, complained } = await admin(args, env)
	expect(code).toBe(1)
	expect(complained).toMatch(message)
	expect(complained.trim().split('\n')).toHaveLength(1)
})
