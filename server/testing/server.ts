// A whole server in this process, on a database of its own and a free port, for tests that go through HTTP.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { pino } from 'pino'
import { publicUrlMark } from '../../contracts/guide-pages.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, type Surroundings, startServer } from '../server.ts'
import { testDatabase } from './database.ts'

export type Person = { userId: string; email: string; accessToken: string; refreshToken: string }

export type TestServer = RunningServer & {
	anonKey: string
	/** Everything the server wrote to its log, as one text. */
	logged(): string
	/** The lines of the operator's console; messages that no provider takes are among them. */
	said(): string[]
	/** A request with the public key; the token is the key's own unless one is given. */
	request(path: string, init?: RequestInit & { token?: string }): Promise<Response>
	/** A new person who is signed in. */
	person(): Promise<Person>
	/** The official clients: as this person, or as a visitor. */
	authClient(): InstanceType<typeof AuthClient>
	tables(person?: Person): PostgrestClient
}

let people = 0

/** Close it in `afterAll`. `environment` is what an operator would set. */
export async function testServer(
	environment: Record<string, string> = {},
	more: Pick<Surroundings, 'speaker'> = {},
): Promise<TestServer> {
	const database = await testDatabase()
	const buildFolder = await makeBuildFolder()
	const lines: string[] = []
	const said: string[] = []
	const config = readConfig({ PORT: '0', DATABASE_URL: database.url, RATE_LIMITS: 'off', ...environment })
	const running = await startServer(config, {
		buildFolder,
		contentFolder: join(import.meta.dirname, '../../content'),
		log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
		say: (line) => said.push(line),
		...more,
	})
	const { anonKey } = config
	const headers = (token = anonKey) => ({ apikey: anonKey, Authorization: `Bearer ${token}` })

	return {
		...running,
		anonKey,
		logged: () => lines.join(''),
		said: () => said,
		request: (path, { token, headers: more, ...init } = {}) =>
			fetch(running.url + path, {
				redirect: 'manual',
				...init,
				headers: { ...headers(token), ...(more as Record<string, string>) },
			}),
		async person(this: TestServer) {
			const email = `persona-${++people}-${Date.now()}@example.org`
			const body = JSON.stringify({ email, password: 'una clave larga', data: { first_name: 'Rosa' } })
			const answer = await this.request('/auth/v1/signup', { method: 'POST', body })
			const session = (await answer.json()) as { access_token: string; refresh_token: string; user: { id: string } }
			return { userId: session.user.id, email, accessToken: session.access_token, refreshToken: session.refresh_token }
		},
		authClient: () =>
			new AuthClient({
				url: `${running.url}/auth/v1`,
				headers: headers(),
				autoRefreshToken: false,
				persistSession: false,
			}),
		tables: (person) => new PostgrestClient(`${running.url}/rest/v1`, { headers: headers(person?.accessToken) }),
		async close() {
			await running.close()
			await database.close()
			await rm(buildFolder, { recursive: true, force: true })
		},
	}
}

/** The least a build leaves: pages in both languages with an inline script, one section of its own, and one asset. */
async function makeBuildFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'faro-build-'))
	for (const language of ['es', 'en']) {
		await mkdir(join(folder, 'pages', language), { recursive: true })
		const page = `<!doctype html><html lang="${language}"><title>Faro</title><script>window.language = '${language}'</script></html>`
		await writeFile(join(folder, 'pages', language, 'landing.html'), page)
		await mkdir(join(folder, 'pages', language, 'guia'))
		const canonical = `<link rel="canonical" href="${publicUrlMark}/guia/asilo">`
		await writeFile(
			join(folder, 'pages', language, 'guia/asilo.html'),
			page.replace('<script>', `${canonical}<script>`),
		)
		await writeFile(join(folder, 'pages', language, 'guia/404.html'), page)
	}
	await writeFile(join(folder, 'pages/findable.json'), '["/landing","/guia/asilo"]')
	await mkdir(join(folder, 'client/assets'), { recursive: true })
	await writeFile(join(folder, 'client/assets/app-1a2b.js'), 'export {}')
	return folder
}
