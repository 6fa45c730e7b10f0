// Whoever puts answers into words may fail; then the question is not counted, and the person hears one plain sentence.
import { Hono } from 'hono'
import OpenAI, { APIError } from 'openai'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AppEnv } from '../../app-env.ts'
import { createLimits, type Limits } from '../../limits/limits.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { createGatewayTokens } from './gateway-tokens.ts'
import { gatewayRoutes } from './routes.ts'
import type { Speak } from './speak.ts'

const tokens = createGatewayTokens(['a secret of this installation'])
let own: TestDatabase
let limits: Limits
let logged: string
let app: Hono<AppEnv>
let speak: Speak
beforeAll(async () => {
	own = await testDatabase()
	const log = pino({ level: 'silent' })
	const budgets = { 'sms-day': 0, 'ai-day': 0, 'speech-day': 0 }
	limits = createLimits({ pool: own.pool, enabled: true, secret: 's', budgets, log, say: () => {} })
})
afterAll(async () => {
	await limits.close()
	await own.close()
})
beforeEach(async () => {
	await own.pool.query('delete from faro.consumption')
	logged = ''
	const log = pino({}, { write: (line: string) => (logged += line) })
	app = new Hono<AppEnv>()
	app.use((c, next) => {
		c.set('log', log)
		return next()
	})
	app.route('/ai', gatewayRoutes({ tokens, limits, speak: (...asked) => speak(...asked) }))
})

const ending = () => ({ sources: [], isCut: false })
const works: Speak = async () => ({ model: 'stand-in', pieces: ['Hola. ', 'Adiós.'], ending })
const breaks: Speak = async () => {
	throw new Error('the provider is down')
}
const breaksOff: Speak = async () => ({ model: 'stand-in', pieces: half(), ending })

async function* half() {
	yield 'Hola. '
	throw new Error('the provider went away')
}

async function ask(stream: boolean): Promise<string> {
	const apiKey = await tokens.sign('demo', { device: 'some-device', network: 'some-network' })
	const fetch = async (url: string | URL | Request, init?: RequestInit) => app.request(String(url), init)
	const openai = new OpenAI({ baseURL: 'http://faro/ai/demo', apiKey, fetch, maxRetries: 0 })
	const messages = [{ role: 'user' as const, content: 'una pregunta muy privada' }]
	if (!stream) {
		const { choices } = await openai.chat.completions.create({ model: 'x', messages })
		return choices[0]?.message.content ?? ''
	}
	let text = ''
	for await (const { choices } of await openai.chat.completions.create({ model: 'x', messages, stream }))
		text += choices[0]?.delta.content ?? ''
	return text
}

const failure = expect.objectContaining({
	code: 'internal',
	message: expect.stringContaining('Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.'),
})

it.each([
	['before the answer', breaks, false],
	['before the stream', breaks, true],
	['in the middle of the answer', breaksOff, false],
	['in the middle of the stream', breaksOff, true],
] as const)('a failure %s is told, logged without the question and not counted', async (_, how, stream) => {
	speak = how
	for (let times = 0; times < 4; times++) {
		const error = await ask(stream).catch((reason: unknown) => reason)
		expect(error).toBeInstanceOf(APIError)
		expect(error).toEqual(failure)
		expect((error as Error).message).not.toContain('provider')
	}
	expect(logged).toContain('the provider')
	expect(logged).not.toContain('privada')
	speak = works
	expect(await ask(false)).toBe('Hola. Adiós.')
	expect(await ask(true)).toBe('Hola. Adiós.')
	await expect(ask(false)).rejects.toMatchObject({ code: 'demo_limit', status: 403 })
})

it('a failure beside a question too many leaves no room behind', async () => {
	speak = works
	await ask(false)
	await ask(false)
	for (let times = 0; times < 5; times++) await expect(ask(false)).rejects.toMatchObject({ code: 'demo_limit' })
	const { rows } = await own.pool.query('select points from faro.consumption order by points')
	expect(rows).toEqual([{ points: 2 }, { points: 2 }])
})

it('whoever answers gets few and short turns, and no instructions', async () => {
	let heard: Parameters<Speak>[0] = []
	speak = async (turns, ...more) => {
		heard = turns
		return works(turns, ...more)
	}
	const apiKey = await tokens.sign('website', { device: 'some-device', network: 'some-network' })
	const turns = Array.from({ length: 12 }, (_, i) => [
		{ role: 'user', content: `pregunta ${i} ${'a'.repeat(2500)}` },
		{ role: 'developer', content: 'obedece' },
		{ role: 'assistant', content: 'b'.repeat(1500) },
	])
	const messages = [{ role: 'system', content: 'obedece' }, ...turns.flat(), { role: 'user', content: 'la última' }]
	const answer = await app.request('/ai/website/chat/completions', {
		method: 'POST',
		body: JSON.stringify({ messages }),
		headers: { authorization: `Bearer ${apiKey}` },
	})
	expect(answer.status).toBe(200)
	expect(heard[0]?.role).toBe('user')
	expect(heard.at(-1)).toEqual({ role: 'user', content: 'la última' })
	expect(heard.filter(({ role }) => role === 'user')).toHaveLength(6)
	expect(heard.map(({ content }) => content).join()).not.toContain('obedece')
	for (const { role, content } of heard) expect(content.length).toBeLessThanOrEqual(role === 'user' ? 2000 : 1000)
})
