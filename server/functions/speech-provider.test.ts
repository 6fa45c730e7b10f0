// Speech through the whole server, with providers that behave and providers that do not.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadVisitorWords } from '../demo/load-words.ts'
import { type Person, type TestServer, testServer } from '../testing/server.ts'
import { providersWords, type SpeechServer, soundOf, speechKey, speechServer } from '../testing/speech-server.ts'

const voiceId = '21m00Tcm4TlvDq8ikWAM'
const privateText = 'Señora Rosa, su hijo puede pedirla con el Formulario I-130.'
const ebml = Buffer.from(
	'1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
	'hex',
)
/** The beginnings of recordings, as browsers write them. */
const recordings = {
	webm: Buffer.concat([ebml, Buffer.alloc(64)]),
	mp4: Buffer.concat([
		Buffer.from('000000206674797069736f350000020069736f3569736f366d703431', 'hex'),
		Buffer.alloc(64),
	]),
	mp3: Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(64)]),
	wav: Buffer.concat([Buffer.from('524946462400000057415645666d7420', 'hex'), Buffer.alloc(64)]),
	ogg: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(64)]),
}

let publicText: string
let stand: SpeechServer
let server: TestServer
let rosa: Person
let juan: Person
beforeAll(async () => {
	stand = await speechServer()
	// Both wires: ElevenLabs speaks on its own, OpenAI takes everything else.
	server = await testServer({ ...stand.openai, ...stand.elevenLabs })
	rosa = await server.person()
	juan = await server.person()
	publicText = (await loadVisitorWords(join(import.meta.dirname, '../../content'))).invitation
})
afterAll(async () => {
	await server.close()
	await stand.close()
})
beforeEach(() => {
	stand.behave('normal')
	stand.hear({ text: '¿Cómo renuevo mi permiso de trabajo?' })
	stand.calls.length = 0
})

type Sender = { token?: string; signal?: AbortSignal }

function post(path: string, body: BodyInit, sender: Sender = { token: rosa.accessToken }, to = server) {
	return to.request(`/functions/v1/${path}`, { method: 'POST', body, ...sender })
}
const read = (body: object, sender?: Sender) => post('text-to-speech', JSON.stringify(body), sender)
const stream = (body: object, sender?: Sender, id = voiceId) =>
	post(`speech/${id}/stream`, JSON.stringify(body), sender)
const whole = (text: string) => Buffer.concat(soundOf(text)).toString()
const heard = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString()

async function tokenFor(key: string, to = server): Promise<string> {
	const answer = await to.request('/functions/v1/get-secret', { method: 'POST', body: JSON.stringify({ key }) })
	return ((await answer.json()) as { value: string }).value
}

describe('text-to-speech', () => {
	it('gives the whole sound in base64, in the voice nova unless another is named', async () => {
		const answer = await read({ text: privateText })
		expect(answer.status).toBe(200)
		const { audioContent } = (await answer.json()) as { audioContent: string }
		expect(Buffer.from(audioContent, 'base64').toString()).toBe(Buffer.concat(soundOf(privateText)).toString())
		await read({ text: privateText, voice: 'coral' })
		const bodies = stand.calls.map(({ body }) => JSON.parse(body))
		const wire = { model: 'stand-in-tts', input: privateText, response_format: 'mp3' }
		expect(bodies).toEqual([
			{ ...wire, voice: 'nova' },
			{ ...wire, voice: 'coral' },
		])
	})

	it('tells the provider nothing about who listens', async () => {
		await read({ text: privateText })
		const [call] = stand.calls
		expect(call?.headers.authorization).toBe(`Bearer ${speechKey}`)
		const told = JSON.stringify([call?.headers, call?.body])
		for (const own of [rosa.userId, rosa.email, rosa.accessToken, server.anonKey]) expect(told).not.toContain(own)
	})

	it('says the text without what cannot be heard', async () => {
		await read({ text: '  Ho\u200bla,\u0007 \n\n Rosa.\ud800 ' })
		expect(JSON.parse(stand.calls[0]?.body ?? '')).toMatchObject({ input: 'Hola, Rosa.' })
	})
})

describe('the stream', () => {
	it('speaks ElevenLabs’ wire with the model and the settings of this installation', async () => {
		const answer = await stream({ text: privateText, model_id: 'the_dearest_model', voice_settings: {} })
		expect(answer.headers.get('content-type')).toBe('audio/mpeg')
		expect(await heard(answer)).toBe(whole(privateText))
		const [call] = stand.calls
		expect(call?.path).toBe(`/v1/text-to-speech/${voiceId}/stream?output_format=mp3_44100_64`)
		expect(call?.headers['xi-api-key']).toBe(speechKey)
		expect(JSON.parse(call?.body ?? '')).toEqual({
			text: privateText,
			model_id: 'eleven_turbo_v2_5',
			language_code: 'es',
			voice_settings: { stability: 0.5, similarity_boost: 0.75 },
		})
	})

	it('keeps a client’s settings within what a voice can do', async () => {
		const voice_settings = { stability: 7, similarity_boost: -1, speed: 99, style: 3 }
		await heard(await stream({ text: privateText, voice_settings }))
		const { voice_settings: used } = JSON.parse(stand.calls[0]?.body ?? '')
		expect(used).toEqual({ stability: 1, similarity_boost: 0, speed: 1.2 })
	})

	it('takes the installation’s voice for who has chosen none', async () => {
		await heard(await stream({ text: privateText }, undefined, 'default'))
		expect(stand.calls[0]?.path).toContain('/EXAVITQu4vr4xnSDxMaL/stream')
	})

	it('lets bytes leave before the provider has made the rest', async () => {
		stand.behave('held')
		const answer = await stream({ text: privateText })
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
		const [first, second] = soundOf(privateText)
		expect(Buffer.from((await reader.read()).value as Uint8Array)).toEqual(first)
		stand.release()
		expect(Buffer.from((await reader.read()).value as Uint8Array)).toEqual(second)
		expect((await reader.read()).done).toBe(true)
	})

	it('breaks off where the provider broke off, so that nobody takes it for the end', async () => {
		for (const behaviour of ['cuts', 'endless'] as const) {
			stand.behave(behaviour)
			const answer = await stream({ text: privateText })
			expect(answer.status).toBe(200)
			await expect(answer.arrayBuffer()).rejects.toThrow()
			await stand.left()
		}
	})
})

describe('a client that leaves', () => {
	async function leaving(path: string, behaviour: 'held' | 'hangs' | 'stalls', body: BodyInit) {
		stand.behave(behaviour)
		const leave = new AbortController()
		const before = server.logged().length
		const answer = post(path, body, { token: rosa.accessToken, signal: leave.signal })
		await expect.poll(() => stand.calls.length).toBe(1)
		stand.calls.length = 0
		leave.abort()
		await expect(answer.then((found) => found.arrayBuffer())).rejects.toThrow()
		const left = await stand.left()
		await expect.poll(() => server.logged().slice(before)).toMatch(/speech not made/)
		expect(server.logged().slice(before)).not.toContain('"level":50')
		return left
	}
	const body = JSON.stringify({ text: privateText })

	it('ends the provider’s call in the middle of the sound', async () => {
		expect(await leaving(`speech/${voiceId}/stream`, 'stalls', body)).toContain('/stream')
		expect(await leaving('text-to-speech', 'held', body)).toBe('/v1/audio/speech')
	})

	it('ends the provider’s call before the first byte', async () => {
		expect(await leaving(`speech/${voiceId}/stream`, 'hangs', body)).toContain('/stream')
		expect(await leaving('transcribe', 'hangs', recordings.webm)).toBe('/v1/audio/transcriptions')
	})
})

describe('a provider that fails', () => {
	const failures = [
		['refuses the key', 502, 'speech_key_refused', 'API key inválida. Por favor, contacta al administrador.'],
		['is used up', 502, 'speech_quota_used', 'La cuota de API se ha agotado. Por favor, contacta al administrador.'],
		['is busy', 503, 'speech_busy', 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.'],
		['broken', 502, 'speech_failed', 'La voz no está disponible en este momento. Por favor, inténtalo de nuevo.'],
		['garbage', 502, 'speech_failed', 'La voz no está disponible en este momento. Por favor, inténtalo de nuevo.'],
		['redirects', 502, 'speech_failed', 'La voz no está disponible en este momento. Por favor, inténtalo de nuevo.'],
	] as const

	it.each(failures)('and %s answers %i %s in all three functions', async (behaviour, status, code, error) => {
		stand.behave(behaviour)
		const answers = [
			await read({ text: privateText }),
			await stream({ text: privateText }),
			await post('transcribe', recordings.webm),
		]
		for (const answer of answers) {
			expect(answer.status).toBe(status)
			expect(await answer.json()).toEqual({ error, code })
		}
		expect(stand.calls).toHaveLength(3)
	})

	it('and sends nothing, or knows no such voice, is told apart from one that works', async () => {
		stand.behave('empty')
		expect(await (await stream({ text: privateText })).json()).toMatchObject({ code: 'speech_failed' })
		stand.behave('does not know the voice')
		const unknown = await stream({ text: privateText })
		expect([unknown.status, await unknown.json()]).toEqual([
			404,
			{ error: 'No conocemos esa voz.', code: 'unknown_voice' },
		])
	})

	it('leaves one line in the log, without its own words, the text or the key', async () => {
		const before = server.logged().length
		stand.behave('is used up')
		await stream({ text: privateText })
		const lines = server.logged().slice(before)
		expect(lines).toContain('"provider":"elevenlabs","code":"quota_used","detail":"401 quota_exceeded"')
		for (const secret of [providersWords, privateText, 'Rosa', speechKey]) expect(server.logged()).not.toContain(secret)
	})
})

describe('what is said again', () => {
	it('comes from memory when it is a sentence of the public content', async () => {
		for (const person of [rosa, juan])
			expect(await heard(await stream({ text: publicText }, { token: person.accessToken }))).toBe(whole(publicText))
		await read({ text: publicText })
		expect(stand.calls.map(({ path }) => path.split('/')[2])).toEqual(['text-to-speech', 'audio'])
		await read({ text: ` ${publicText}\n` })
		expect(stand.calls).toHaveLength(2)
	})

	it('is asked for anew when it was worded for one person, or with settings of one’s own', async () => {
		for (const _ of [1, 2]) await heard(await stream({ text: privateText }))
		expect(stand.calls).toHaveLength(2)
		const voice_settings = { stability: 0.6 }
		for (const _ of [1, 2]) await heard(await stream({ text: publicText, voice_settings }))
		expect(stand.calls).toHaveLength(4)
	})

	it('is not kept when it broke off', async () => {
		stand.behave('cuts')
		await (await stream({ text: publicText }, undefined, 'anotherVoice01')).arrayBuffer().catch(() => {})
		await stand.left()
		stand.behave('normal')
		expect(await heard(await stream({ text: publicText }, undefined, 'anotherVoice01'))).toBe(whole(publicText))
		expect(stand.calls).toHaveLength(2)
	})

	it('by several at once asks the provider once, also when one of them leaves', async () => {
		stand.behave('held')
		const leave = new AbortController()
		const ask = (sender: Sender) => stream({ text: publicText }, sender, 'anotherVoice02')
		const [leaving, staying] = await Promise.all([
			ask({ token: rosa.accessToken, signal: leave.signal }),
			ask({ token: juan.accessToken }),
		])
		leave.abort()
		await expect(leaving.arrayBuffer()).rejects.toThrow()
		const late = await ask({ token: rosa.accessToken })
		stand.release()
		expect(await heard(staying)).toBe(whole(publicText))
		expect(await heard(late)).toBe(whole(publicText))
		expect(stand.calls).toHaveLength(1)
	})

	it('is never one person’s private answer in another’s ear', async () => {
		stand.behave('held')
		const answers = await Promise.all(
			[rosa, rosa, juan].map(({ accessToken: token }) => stream({ text: privateText }, { token })),
		)
		expect(stand.calls).toHaveLength(2)
		stand.release()
		for (const answer of answers) expect(await heard(answer)).toBe(whole(privateText))
	})
})

describe('a recording', () => {
	it.each(Object.keys(recordings))('in %s is written down', async (kind) => {
		const answer = await transcribe(recordings[kind as keyof typeof recordings])
		expect([answer.status, await answer.json()]).toEqual([200, { text: '¿Cómo renuevo mi permiso de trabajo?' }])
		expect(stand.calls[0]?.file?.name).toBe(`recording.${kind}`)
	})

	it('goes to the provider as Spanish, under its plain type and without a name', async () => {
		await transcribe(recordings.webm, 'audio/webm; codecs=opus')
		const [call] = stand.calls
		expect(call?.file?.type).toBe('audio/webm')
		expect(call?.fields).toEqual({
			model: 'stand-in-whisper',
			language: 'es',
			response_format: 'verbose_json',
			temperature: '0',
		})
		expect(JSON.stringify([call?.headers, call?.fields])).not.toContain(rosa.email)
		expect(server.logged()).not.toContain('renuevo mi permiso')
	})

	it('is what its bytes say, whatever the browser calls it', async () => {
		await transcribe(recordings.mp4, 'audio/webm;codecs=opus')
		expect(stand.calls[0]?.file?.type).toBe('audio/mp4')
		await transcribe(recordings.webm, 'application/octet-stream')
		expect(stand.calls[1]?.file?.type).toBe('audio/webm')
	})

	it('in which nobody speaks is an empty text', async () => {
		const silent = [
			{ text: '¡Gracias por ver el video!' },
			{ text: 'Subtítulos realizados por la comunidad de Amara.org' },
			{ text: 'Hola.', segments: [{ text: 'Hola.', no_speech_prob: 0.9, avg_logprob: -1.4 }] },
			{ text: ' \n' },
		]
		for (const answer of silent) {
			stand.hear(answer)
			expect(await (await transcribe(recordings.webm)).json()).toEqual({ text: '' })
		}
	})

	it('keeps what was said before the invention', async () => {
		stand.hear({ text: 'Mi hijo cumple 21. ¿Qué hago? Gracias por ver el video.' })
		expect(await (await transcribe(recordings.webm)).json()).toEqual({ text: 'Mi hijo cumple 21. ¿Qué hago?' })
	})

	it.each([
		['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'audio/webm', 415],
		['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), 'audio/webm', 415],
		['a recording called a page', Buffer.from('1a45dfa3', 'hex'), 'text/html', 415],
		['nothing', Buffer.alloc(0), 'audio/webm', 400],
	])('that is %s is refused before a provider hears of it', async (_, bytes, type, status) => {
		const answer = await transcribe(bytes, type)
		expect(answer.status).toBe(status)
		expect(await answer.json()).toMatchObject({ code: status === 415 ? 'unknown_recording' : 'empty_recording' })
		expect(stand.calls).toEqual([])
	})

	it('of more than 10 MB is refused', async () => {
		expect((await transcribe(Buffer.alloc(10_500_000))).status).toBe(413)
		expect(stand.calls).toEqual([])
	})

	it.each([[{ words: 'no text' }], [{ text: 7 }], [null], ['{'], [{ text: 'a', segments: 'b' }]])(
		'answered with %j is a failure of the provider',
		async (answer) => {
			stand.hear(answer)
			expect(await (await transcribe(recordings.webm)).json()).toMatchObject({ code: 'speech_failed' })
		},
	)
})

describe('refused without asking a provider', () => {
	it.each([
		[{ text: '' }, 400, 'empty_text'],
		[{ text: ' \u200b\u0000\n ' }, 400, 'empty_text'],
		[{ text: 'a'.repeat(2501) }, 400, 'text_too_long'],
		[{ text: 7 }, 400, 'invalid_request'],
		[{}, 400, 'invalid_request'],
		[[], 400, 'invalid_request'],
		[{ text: 'Hola.', voice: 'robot' }, 404, 'unknown_voice'],
	])('%j', async (body, status, code) => {
		const answer = await read(body)
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
		expect(stand.calls).toEqual([])
	})

	it.each([
		[{ text: 'Hola.', voice_settings: { stability: 'much' } }, voiceId, 400],
		[{ text: 'Hola.', voice_settings: [1] }, voiceId, 400],
		[{ text: 'Hola.', model_id: 'x'.repeat(101) }, voiceId, 400],
		[{ text: 'a'.repeat(2501) }, voiceId, 400],
		[{ text: 'Hola.' }, '..%2F..%2Fvoices', 404],
		[{ text: 'Hola.' }, 'a%3Foutput_format=pcm_48000', 404],
		[{ text: 'Hola.' }, 'x'.repeat(65), 404],
	])('a stream of %j in the voice %s', async (body, id, status) => {
		expect((await stream(body, undefined, id)).status).toBe(status)
		expect(stand.calls).toEqual([])
	})

	it('what is not JSON, or larger than 64 KB', async () => {
		expect((await post('text-to-speech', '{"text":')).status).toBe(400)
		expect((await post('text-to-speech', JSON.stringify({ text: 'a'.repeat(70_000) }))).status).toBe(413)
	})

	it('visitors without a token, with one for questions, and people who have signed out', async () => {
		const gone = await server.person()
		const headers = { apikey: server.anonKey, Authorization: `Bearer ${gone.accessToken}` }
		await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers })
		for (const token of [
			undefined,
			await tokenFor('OPENAI_API_KEY'),
			gone.accessToken,
			server.secrets.serviceRoleKey,
		]) {
			expect((await read({ text: publicText }, { token })).status).toBe(401)
			expect((await stream({ text: publicText }, { token })).status).toBe(401)
			expect((await post('transcribe', recordings.webm, { token })).status).toBe(401)
		}
		expect(stand.calls).toEqual([])
	})
})

it('a visitor’s speech token opens all three', async () => {
	const headers = { authorization: `Bearer ${await tokenFor('ELEVENLABS_API_KEY')}` }
	const ask = (path: string, body: BodyInit) =>
		fetch(`${server.url}/functions/v1/${path}`, { method: 'POST', headers, body })
	expect((await ask('text-to-speech', JSON.stringify({ text: privateText }))).status).toBe(200)
	expect(await heard(await ask(`speech/${voiceId}/stream`, JSON.stringify({ text: privateText })))).toBe(
		whole(privateText),
	)
	expect((await ask('transcribe', recordings.ogg)).status).toBe(200)
})

describe('with one wire only', () => {
	it('ElevenLabs reads aloud and writes down by itself', async () => {
		const own = await testServer(stand.elevenLabs)
		const { accessToken: token } = await own.person()
		await post('text-to-speech', JSON.stringify({ text: privateText, voice: 'nova' }), { token }, own)
		expect(stand.calls[0]?.path).toContain('/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL/')
		expect(await (await post('transcribe', recordings.wav, { token }, own)).json()).toEqual({
			text: '¿Cómo renuevo mi permiso de trabajo?',
		})
		expect(stand.calls[1]?.fields).toEqual({ model_id: 'scribe_v2', language_code: 'es', tag_audio_events: 'false' })
		await own.close()
	})

	it('OpenAI streams in its own voice whatever id is asked for', async () => {
		const own = await testServer(stand.openai)
		const { accessToken: token } = await own.person()
		const answer = await post(`speech/${voiceId}/stream`, JSON.stringify({ text: privateText }), { token }, own)
		expect(await heard(answer)).toBe(whole(privateText))
		expect(JSON.parse(stand.calls[0]?.body ?? '')).toMatchObject({ voice: 'nova', input: privateText })
		const told = await (await own.request('/config.json')).text()
		expect(JSON.parse(told)).toMatchObject({ providers: { speech: true, transcription: true } })
		expect(told).not.toContain(speechKey)
		await own.close()
	})
})

describe('limits', () => {
	it('end the calls of the day for everybody, and what is in memory is still said', async () => {
		const own = await testServer({ ...stand.elevenLabs, RATE_LIMITS: 'on', SPEECH_DAILY_LIMIT: '2' })
		const { accessToken: token } = await own.person()
		const say = (text: string) => post(`speech/${voiceId}/stream`, JSON.stringify({ text }), { token }, own)
		for (const text of [publicText, publicText, privateText]) expect((await say(text)).status).toBe(200)
		expect(own.said()).toContain('SPEECH_DAILY_LIMIT: 2 of 2 calls of the speech service in 24 hours are used.')
		const refused = await say(privateText)
		expect([refused.status, await refused.json()]).toEqual([
			429,
			{ error: 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.', code: 'rate_limited' },
		])
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
		expect((await post('transcribe', recordings.webm, { token }, own)).status).toBe(429)
		expect((await say(publicText)).status).toBe(200)
		expect(stand.calls).toHaveLength(2)
		await own.close()
	})

	it('are sixty calls a minute of one person and thirty of a visitor’s device; megabytes of a recording count', async () => {
		const own = await testServer({ ...stand.elevenLabs, RATE_LIMITS: 'on' })
		const { accessToken: token } = await own.person()
		const say = () => post('text-to-speech', JSON.stringify({ text: publicText }), { token }, own)
		const statuses = await Promise.all(Array.from({ length: 62 }, async () => (await say()).status))
		expect(statuses.sort()).toEqual([...Array(60).fill(200), 429, 429])
		expect(Number((await say()).headers.get('retry-after'))).toBeGreaterThan(30)
		const headers = { authorization: `Bearer ${await tokenFor('ELEVENLABS_API_KEY', own)}` }
		const recording = Buffer.concat([recordings.webm, Buffer.alloc(9_500_000)])
		const write = () => fetch(`${own.url}/functions/v1/transcribe`, { method: 'POST', headers, body: recording })
		for (const status of [200, 200, 200, 429]) expect((await write()).status).toBe(status)
		await own.close()
	})
})

function transcribe(bytes: Uint8Array<ArrayBuffer>, type = 'audio/webm') {
	const headers = { 'content-type': type }
	return server.request('/functions/v1/transcribe', { method: 'POST', body: bytes, headers, token: rosa.accessToken })
}
