// A provider that falls silent has an end; memory stays within its bounds.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type SpeechServer, soundOf, speechServer } from '../testing/speech-server.ts'
import { createAudioCache } from './audio-cache.ts'
import { createBroadcast } from './broadcast.ts'
import { SpeechFailure } from './failure.ts'
import { createPublicSentences } from './public-sentences.ts'
import { createSpeaker } from './speaker.ts'
import { createTranscriber } from './transcriber.ts'

let stand: SpeechServer
let logged: string
beforeAll(async () => {
	stand = await speechServer()
})
afterAll(() => stand.close())
beforeEach(() => {
	stand.calls.length = 0
	logged = ''
})

const log = pino({ level: 'debug' }, { write: (line: string) => (logged += line) })
const never = new AbortController().signal
const sentence = 'La renovación se pide con el Formulario I-765.'

function speaker(patience = { firstByte: 5000, idle: 5000 }, takeCall = async () => {}) {
	const config = readConfig(stand.openai)
	return createSpeaker({ config, publicSentences: createPublicSentences([sentence]), takeCall, log, patience })
}
const codeOf = (doing: Promise<unknown>) =>
	doing.then(
		() => 'fine',
		(error) => error.code,
	)
const say = (one: ReturnType<typeof speaker>, text = sentence) => one.say(text, { by: 'name' }, 'rosa', never)

describe('a provider that', () => {
	it('never answers is given up', async () => {
		stand.behave('hangs')
		expect(await codeOf(say(speaker({ firstByte: 40, idle: 5000 })))).toBe('slow')
		await stand.left()
		const config = readConfig(stand.openai)
		const patience = { firstByte: 40, idle: 5000 }
		const parts = { config, withoutInventions: (text: string) => text, takeCall: async () => {}, log, patience }
		const recording = { bytes: new Uint8Array(8), type: { mime: 'audio/webm', extension: 'webm' } }
		expect(await codeOf(createTranscriber(parts).write(recording, never))).toBe('slow')
		await stand.left()
		expect(logged).toContain('"code":"slow"')
	})

	it('stops in the middle is given up, and the listener is told', async () => {
		stand.behave('stalls')
		const sound = await say(speaker({ firstByte: 5000, idle: 40 }))
		expect(await codeOf(new Response(sound).arrayBuffer())).toBe('slow')
		await stand.left()
	})

	it('cannot be reached is a failure that names no address', async () => {
		const config = readConfig({ ...stand.openai, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })
		const parts = { config, publicSentences: createPublicSentences([]), takeCall: async () => {}, log }
		expect(await codeOf(say(createSpeaker(parts)))).toBe('failed')
		expect(logged).not.toContain('127.0.0.1:1')
	})
})

it('an older model of ElevenLabs is not told the language, which it would refuse', async () => {
	stand.behave('normal')
	const models = ['eleven_multilingual_v2', 'eleven_flash_v2_5']
	for (const ELEVENLABS_MODEL of models) {
		const config = readConfig({ ...stand.elevenLabs, ELEVENLABS_MODEL })
		const parts = { config, publicSentences: createPublicSentences([]), takeCall: async () => {}, log }
		await new Response(await say(createSpeaker(parts))).bytes()
	}
	expect(stand.calls.map(({ body }) => JSON.parse(body).language_code)).toEqual([undefined, 'es'])
})

it('a call too many for the budget never reaches the provider', async () => {
	const refuse = async () => {
		throw new SpeechFailure('over_budget', { retryAfter: 60 })
	}
	expect(await codeOf(say(speaker(undefined, refuse)))).toBe('over_budget')
	expect(stand.calls).toEqual([])
})

it('who has left before anything was said ends a call that has not begun', async () => {
	stand.behave('normal')
	const left = AbortSignal.abort()
	expect(await codeOf(speaker().say('Hola.', { by: 'name' }, 'rosa', left))).toBe('stopped')
})

it('closing ends what is being said', async () => {
	stand.behave('stalls')
	const one = speaker()
	const sound = await say(one)
	one.close()
	expect(await codeOf(new Response(sound).arrayBuffer())).toBe('stopped')
	await stand.left()
})

it('a late listener hears everything from the first piece on', async () => {
	const go = Promise.withResolvers<void>()
	async function* make() {
		yield Buffer.from('uno ')
		await go.promise
		yield Buffer.from('dos')
	}
	let whole: Uint8Array | undefined
	const broadcast = createBroadcast(make, (made) => {
		whole = made
	})
	const first = await broadcast.join(never)
	const late = await broadcast.join(never)
	go.resolve()
	for (const sound of [first, late]) expect(await new Response(sound).text()).toBe('uno dos')
	expect(Buffer.from(whole as Uint8Array).toString()).toBe('uno dos')
})

describe('memory', () => {
	const audio = (length: number) => new Uint8Array(length)

	it('forgets what was used longest ago when there are too many or too much', () => {
		const cache = createAudioCache({ entries: 2, bytes: 100 })
		cache.put('a', audio(40))
		cache.put('b', audio(40))
		cache.get('a')
		cache.put('c', audio(40))
		expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([40, undefined, 40])
		cache.put('d', audio(90))
		expect(['a', 'c', 'd'].map((key) => cache.get(key)?.length)).toEqual([undefined, undefined, 90])
	})

	it('takes nothing larger than itself and counts a replaced one once', () => {
		const cache = createAudioCache({ entries: 9, bytes: 100 })
		cache.put('a', audio(101))
		expect(cache.get('a')).toBeUndefined()
		for (const _ of [1, 2, 3]) cache.put('b', audio(60))
		cache.put('c', audio(40))
		expect(cache.get('b')?.length).toBe(60)
	})

	it('does not hold what is private', async () => {
		stand.behave('normal')
		const one = speaker()
		for (const text of [sentence, 'Rosa, su cita es el martes.']) {
			for (const _ of [1, 2]) {
				const sound = await new Response(await say(one, text)).bytes()
				expect(Buffer.from(sound)).toEqual(Buffer.concat(soundOf(text)))
			}
		}
		expect(stand.calls).toHaveLength(3)
	})
})
