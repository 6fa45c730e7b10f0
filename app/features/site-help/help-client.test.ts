import { beforeEach, describe, expect, it } from 'vitest'
import { createHelpClient, HelpError } from './help-client.ts'

type Asked = { path: string; headers: Headers; body: Record<string, unknown> }
type Answer = () => Response | Promise<Response>

const reply = (content: unknown) => Response.json({ choices: [{ message: { role: 'assistant', content } }] })
const never = new AbortController().signal
const question = [{ role: 'user' as const, content: 'cómo me registro' }]

let asked: Asked[]
let secrets: Answer
let answers: Answer[]
let count: number
beforeEach(() => {
	asked = []
	count = 0
	secrets = () => {
		count += 1
		return Response.json({ value: `token ${count}` })
	}
	answers = [() => reply('Toca Comienza.')]
})

/** The network, which notes what it was asked. */
const network: typeof fetch = async (input, init) => {
	const path = String(input)
	asked.push({ path, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) })
	if (init?.signal?.aborted) throw init.signal.reason
	const answer = path.endsWith('get-secret') ? secrets : answers.length > 1 ? answers.shift() : answers[0]
	return (answer as Answer)()
}
const client = (readKey = async () => 'public key') => createHelpClient({ fetch: network, readKey })
const paths = () => asked.map(({ path }) => path.split('/').at(-1))
const failing = async (outcome: Promise<unknown>) => {
	const error = await outcome.catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(HelpError)
	return error as HelpError
}

describe('the client of the website helper', () => {
	it('fetches a token for the website with the public key, and asks with the token', async () => {
		const help = client()
		await help.connect()
		expect(await help.ask(question, never)).toBe('Toca Comienza.')
		expect(asked[0]?.body).toEqual({ key: 'OPENAI_API_KEY', purpose: 'website' })
		expect(asked[0]?.headers.get('apikey')).toBe('public key')
		expect(asked[1]?.headers.get('Authorization')).toBe('Bearer token 1')
		expect(asked[1]?.body.messages).toEqual(question)
	})

	it('fetches one token for many questions', async () => {
		const help = client()
		await Promise.all([help.connect(), help.connect()])
		await help.ask(question, never)
		await help.ask(question, never)
		expect(paths()).toEqual(['get-secret', 'completions', 'completions'])
	})

	it('fetches a token that ran out anew, once and without a word', async () => {
		answers = [() => new Response('{}', { status: 401 }), () => reply('Sí.')]
		expect(await client().ask(question, never)).toBe('Sí.')
		expect(paths()).toEqual(['get-secret', 'completions', 'get-secret', 'completions'])
		expect(asked.at(-1)?.headers.get('Authorization')).toBe('Bearer token 2')
	})

	it('sends no more of the conversation than the server reads, beginning with a question', async () => {
		const long = Array.from({ length: 41 }, (_, i) => ({
			role: i % 2 ? ('assistant' as const) : ('user' as const),
			content: `${i}`,
		}))
		await client().ask(long, never)
		const sent = asked.at(-1)?.body.messages as typeof long
		expect(sent.length).toBeLessThanOrEqual(11)
		expect(sent[0]?.role).toBe('user')
		expect(sent.at(-1)?.content).toBe('40')
	})
})

describe('a refusal', () => {
	it('of a second token in a row is a failed reply', async () => {
		answers = [() => new Response('{}', { status: 401 })]
		expect((await failing(client().ask(question, never))).kind).toBe('reply')
		expect(paths()).toHaveLength(4)
	})

	it.each<[string, Answer]>([
		['no network', () => Promise.reject(new TypeError('failed to fetch'))],
		['a refusal', () => Response.json({ error: 'no' }, { status: 500 })],
		['a page instead of an answer', () => new Response('<html>')],
		['a token that is none', () => Response.json({ value: 7 })],
	])('on the way to the token means no client: %s', async (_, how) => {
		secrets = how
		const help = client()
		expect((await failing(help.connect())).kind).toBe('client')
		expect((await failing(help.ask(question, never))).kind).toBe('client')
		secrets = () => Response.json({ value: 'late' })
		expect(await help.ask(question, never)).toBe('Toca Comienza.')
	})

	it('of the public key means no client', async () => {
		const help = client(async () => {
			throw new TypeError('config.json answered 500')
		})
		expect((await failing(help.connect())).kind).toBe('client')
	})

	it.each<[string, Answer]>([
		['no network', () => Promise.reject(new TypeError('failed to fetch'))],
		['an error of the server', () => Response.json({ error: { message: 'x' } }, { status: 500 })],
		[
			'a provider that is asked too much',
			() => Response.json({ error: { code: 'provider_rate_limited' } }, { status: 429 }),
		],
		['no JSON', () => new Response('half an ans')],
		['nothing', () => Response.json(null)],
		['no choice', () => Response.json({ choices: [] })],
		['an empty answer', () => reply('  ')],
		['an answer that is no text', () => reply(null)],
	])('of an answer is a failed reply: %s', async (_, how) => {
		answers = [how]
		expect((await failing(client().ask(question, never))).kind).toBe('reply')
	})

	it.each([
		['1500', 25],
		['5', 2],
		['soon', 60],
		[null, 60],
	])('of one question too many says for how long: Retry-After %s', async (header, minutes) => {
		const headers: HeadersInit = header ? { 'Retry-After': header } : {}
		answers = [() => Response.json({ error: { code: 'rate_limited' } }, { status: 429, headers })]
		expect(await failing(client().ask(question, never))).toMatchObject({ kind: 'limit', retryMinutes: minutes })
	})
})
