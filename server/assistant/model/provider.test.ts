// One attempt, and up to three, against a service that misbehaves over real HTTP.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenaiBehaviour, type OpenaiServer, openaiServer } from '../../testing/openai-server.ts'
import { type AskParts, createAsk } from './ask.ts'
import { ModelFailure } from './failure.ts'
import { createProvider, type ModelEnding, type ProviderParts } from './provider.ts'
import { ampleTimes, shortTimes } from './testing.ts'

let service: OpenaiServer
let logged = ''
let pauses: number[] = []
beforeAll(async () => {
	service = await openaiServer()
})
afterAll(() => service.close())
beforeEach(() => {
	service.behave('normal')
	service.say('Junta tus papeles.')
	service.asked.length = 0
	logged = ''
	pauses = []
})

const log = pino({ level: 'debug' }, { write: (line: string) => (logged += line) })
const never = new AbortController().signal
const call = { model: 'some-model', messages: [{ role: 'user' as const, content: 'una pregunta secreta' }] }

function newAsk(options: Partial<ProviderParts & Pick<AskParts, 'pause'>> = {}) {
	const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl = '' } = service.environment
	const provider = createProvider({ apiKey, baseUrl, times: ampleTimes, ...options })
	return createAsk({ provider, log, pause: async (ms) => void pauses.push(ms), ...options })
}

async function askWith(ask = newAsk(), signal = never): Promise<{ ending: ModelEnding; heard: string }> {
	let heard = ''
	const ending = await ask(
		call,
		(words) => {
			heard += words
			return true
		},
		signal,
	)
	return { ending, heard }
}

const failing = async (behaviour: OpenaiBehaviour) => {
	service.behave(behaviour)
	const times = behaviour === 'hangs' || behaviour === 'stalls' ? shortTimes : ampleTimes
	const error = await askWith(newAsk({ times })).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(ModelFailure)
	return (error as ModelFailure).code
}

describe('a question', () => {
	it('is asked as specified and answered word by word', async () => {
		expect(await askWith()).toEqual({ ending: 'whole', heard: 'Junta tus papeles.' })
		expect(service.asked).toEqual([
			{
				...call,
				stream: true,
				temperature: 0.7,
				max_tokens: 500,
				authorization: `Bearer ${service.environment.OPENAI_API_KEY}`,
			},
		])
	})

	it.each<[OpenaiBehaviour, ModelEnding]>([
		['whole', 'whole'],
		['too long', 'length'],
		['ends early', 'broken'],
	])('that is answered "%s" ends %s', async (behaviour, ending) => {
		service.behave(behaviour)
		const answer = await askWith()
		expect(answer.ending).toBe(ending)
		expect('Junta tus papeles.'.startsWith(answer.heard)).toBe(true)
	})

	it('is asked in other words of a service that knows neither max_tokens nor a temperature, and so from then on', async () => {
		service.behave('modern')
		const ask = newAsk()
		expect((await askWith(ask)).heard).toBe('Junta tus papeles.')
		expect((await askWith(ask)).heard).toBe('Junta tus papeles.')
		expect(service.asked).toHaveLength(4)
		expect(service.asked.at(-1)).toMatchObject({ max_completion_tokens: 500 })
		expect(service.asked.at(-1)).not.toHaveProperty('temperature')
		expect(pauses).toEqual([])
	})

	it('is not heard further than somebody wants to, and the service is told', async () => {
		service.say('a '.repeat(4000))
		let times = 0
		expect(await newAsk()(call, () => ++times < 3, never)).toBe('enough')
		expect(times).toBe(3)
	})
})

describe('a service', () => {
	it.each<[OpenaiBehaviour, string, number, number[]]>([
		['key invalid', 'provider_key_invalid', 1, []],
		['forbidden', 'provider_key_invalid', 1, []],
		['quota used up', 'provider_quota', 1, []],
		['model unknown', 'provider_model_unknown', 1, []],
		['busy', 'provider_rate_limited', 3, [2000, 2000]],
		['broken', 'provider_failed', 1, []],
		['empty', 'provider_failed', 3, []],
		['page', 'provider_failed', 3, []],
		['dies', 'provider_failed', 1, []],
		['fails midway', 'provider_failed', 1, []],
		['malformed', 'provider_failed', 1, []],
		['endless', 'provider_failed', 1, []],
		['huge line', 'provider_failed', 1, []],
		['hangs', 'provider_failed', 1, []],
		['stalls', 'provider_failed', 1, []],
		['redirects', 'provider_failed', 1, []],
	])('that is "%s" fails as %s after %i attempts', async (behaviour, code, attempts, waited) => {
		expect(await failing(behaviour)).toBe(code)
		expect(service.asked).toHaveLength(attempts)
		expect(pauses).toEqual(waited)
	})

	it.each<[OpenaiBehaviour, number[]]>([
		['busy once', [2000]],
		['empty once', []],
	])('that is "%s" is asked again', async (behaviour, waited) => {
		service.behave(behaviour)
		expect((await askWith()).heard).toBe('Junta tus papeles.')
		expect(service.asked).toHaveLength(2)
		expect(pauses).toEqual(waited)
	})

	it('that nobody reaches fails', async () => {
		const error = await askWith(newAsk({ baseUrl: 'http://127.0.0.1:1/v1' })).catch((reason: unknown) => reason)
		expect(error).toMatchObject({ code: 'provider_failed' })
	})

	it('whose key is wrong says so', async () => {
		await expect(askWith(newAsk({ apiKey: 'another-key' }))).rejects.toMatchObject({ code: 'provider_key_invalid' })
	})
})

describe('who stops', () => {
	it('stops the service too', async () => {
		service.behave('held')
		const stop = new AbortController()
		const asking = askWith(newAsk(), stop.signal)
		await service.whenHeld()
		stop.abort(new Error('the person has had enough'))
		await expect(asking).rejects.toThrow('the person has had enough')
		await expect.poll(() => service.abandoned()).toBeGreaterThan(0)
		service.letGo()
	})

	it('while a busy service is waited for is not kept waiting', async () => {
		service.behave('busy')
		const stop = new AbortController()
		const ask = newAsk({ pause: async () => stop.abort(new Error('gone')) })
		await expect(askWith(ask, stop.signal)).rejects.toThrow('gone')
		expect(service.asked).toHaveLength(1)
	})
})

describe('the log', () => {
	it('has codes and counts, and nothing that anybody wrote', async () => {
		const behaviours: OpenaiBehaviour[] = ['key invalid', 'busy', 'broken', 'malformed', 'fails midway', 'dies', 'page']
		for (const behaviour of behaviours) await failing(behaviour)
		expect(logged).not.toMatch(/secreta|PROVIDER-TEXT|sk-loopback|Mantenimiento|Junta/)
		expect(logged).toMatch(/"code":"provider_key_invalid","detail":"401 invalid_api_key","attempt":1/)
	})

	it('names a model the service does not know once, and what to set', async () => {
		service.behave('model unknown')
		const ask = newAsk()
		for (let times = 0; times < 3; times++) await askWith(ask).catch(() => {})
		expect(logged.match(/does not know the model some-model: set OPENAI_MODEL/g)).toHaveLength(1)
	})
})

it('the stand-in is told what to do, and tells what came, over HTTP too', async () => {
	const control = `${service.url}/control`
	await fetch(control, {
		method: 'POST',
		body: JSON.stringify({ behaviour: 'too long', answers: ['Junta tus cosas.'] }),
	})
	expect((await askWith()).ending).toBe('length')
	const state = (await (await fetch(control)).json()) as { asked: unknown[] }
	expect(state).toMatchObject({ behaviour: 'too long', asked: [{ model: 'some-model' }] })
	await fetch(control, { method: 'POST', body: JSON.stringify({ behaviour: 'normal', forget: true }) })
	expect(service.asked).toEqual([])
})
