// For tests that need a language model: one more server of ours, whose service is the loopback one. Each worker has its own,
// started when a test first asks for it.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type OpenaiServer, openaiServer } from '../server/testing/openai-server.ts'
import { layWire, type Wire } from './wire.ts'

export type ModelServer = {
	/** Between the browser and the server. */
	wire: Wire
	provider: OpenaiServer
	/** Changes rows of a table with the operator's key. */
	asOperator(rows: string, change: object): Promise<void>
}

const operatorKey = 'operator-of-the-browser-tests-0123456789'

export const test = base.extend<{ modelPage: Page }, { model: ModelServer }>({
	model: [
		// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from its first parameter
		async ({}, use) => {
			const provider = await openaiServer()
			const server = spawn(process.execPath, [join(import.meta.dirname, 'serve.mjs')], {
				env: { ...process.env, ...provider.environment, SERVICE_ROLE_KEY: operatorKey },
				stdio: ['ignore', 'pipe', 'inherit'],
			})
			const url = await readyUrl(server)
			const wire = await layWire(url)
			await use({
				wire,
				provider,
				async asOperator(rows, change) {
					const headers = { apikey: operatorKey, 'content-type': 'application/json', prefer: 'return=representation' }
					const answer = await fetch(`${url}/rest/v1/${rows}`, {
						method: 'PATCH',
						headers,
						body: JSON.stringify(change),
					})
					expect(await answer.json()).toHaveLength(1)
				},
			})
			await wire.close()
			server.kill('SIGINT')
			await new Promise((resolve) => server.once('exit', resolve))
			await provider.close()
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	/** A page of that server, whose service answers as it should. */
	modelPage: async ({ model, browser }, use, { project }) => {
		model.provider.behave('normal')
		const context = await browser.newContext({ ...project.use, baseURL: model.wire.url })
		await use(await context.newPage())
		model.provider.letGo()
		model.wire.mend()
		await context.close()
	},
})

function readyUrl(server: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let said = ''
		server.stdout?.on('data', (chunk) => {
			said += chunk
			const url = /is ready: (http\S+)/.exec(said)?.[1]
			if (url) resolve(url)
		})
		server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
	})
}
