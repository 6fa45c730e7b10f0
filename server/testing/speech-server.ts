// Stands in for OpenAI's audio and for ElevenLabs: says and writes down over real HTTP on loopback, or misbehaves as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type SpeechBehaviour =
	| 'normal'
	/** Sends the first half of the sound, and the second when `release` is called. */
	| 'held'
	/** Takes the request and never answers. */
	| 'hangs'
	/** Sends the first half and nothing more. */
	| 'stalls'
	/** Breaks the connection after the first half. */
	| 'cuts'
	| 'refuses the key'
	| 'is used up'
	| 'is busy'
	| 'does not know the voice'
	| 'broken'
	/** Says 200 and sends something else. */
	| 'garbage'
	| 'empty'
	/** Never stops sending. */
	| 'endless'
	/** Sends the caller elsewhere. */
	| 'redirects'

export type SpeechCall = {
	path: string
	headers: IncomingMessage['headers']
	body: string
	fields: Record<string, string>
	file?: File
}

export type SpeechServer = {
	url: string
	/** What an operator would set for each wire, this server as the base. */
	openai: Record<string, string>
	elevenLabs: Record<string, string>
	/** What was asked, oldest first. */
	calls: SpeechCall[]
	behave(behaviour: SpeechBehaviour): void
	/** What the next recordings are answered with. */
	hear(answer: unknown): void
	release(): void
	/** Resolves with the path of a call whose caller left before its end. */
	left(): Promise<string>
	close(): Promise<void>
}

export const speechKey = 'sk-a-key-for-tests-0123456789'
/** What every refusal repeats, as providers do: none of it may reach anybody. */
export const providersWords = 'Incorrect key sk-a-key for text'

/** The halves of what is heard for `text`: begins as MP3 does, and differs for every text. */
export function soundOf(text: string): [Buffer, Buffer] {
	return [Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.from(text)]), Buffer.from(`…${text}`)]
}

export async function speechServer(): Promise<SpeechServer> {
	const calls: SpeechCall[] = []
	const departures: string[] = []
	let behaviour: SpeechBehaviour = 'normal'
	let heard: unknown = { text: '¿Cómo renuevo mi permiso de trabajo?' }
	let held = Promise.withResolvers<void>()
	let departed = Promise.withResolvers<void>()

	const server = createServer(async (request, response) => {
		const call = await readCall(request)
		calls.push(call)
		response.on('close', () => {
			if (response.writableFinished) return
			departures.push(call.path)
			departed.resolve()
		})
		if (!isKnownPath(call.path)) return void json(response, 404, {})
		if (behaviour === 'hangs') return
		if (behaviour === 'redirects') return void response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()
		const refusal = refusals[isKeyRight(call) ? behaviour : 'refuses the key']
		if (refusal) return void json(response, ...refusal[isOpenai(call) ? 'openai' : 'elevenLabs'])
		if (call.file) return void json(response, 200, behaviour === 'garbage' ? 'not an answer' : heard)
		await speak(response, behaviour, soundOf(textOf(call)), () => held.promise)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

	return {
		url,
		openai: {
			OPENAI_API_KEY: speechKey,
			OPENAI_BASE_URL: `${url}/v1`,
			OPENAI_SPEECH_MODEL: 'stand-in-tts',
			OPENAI_TRANSCRIBE_MODEL: 'stand-in-whisper',
		},
		elevenLabs: { ELEVENLABS_API_KEY: speechKey, ELEVENLABS_BASE_URL: url },
		calls,
		behave(next) {
			behaviour = next
		},
		hear(answer) {
			heard = answer
		},
		release() {
			held.resolve()
			held = Promise.withResolvers()
		},
		async left() {
			while (departures.length === 0) {
				await departed.promise
				departed = Promise.withResolvers()
			}
			return departures.shift() as string
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

type Refusal = [status: number, body: unknown]

const refusals: Partial<Record<SpeechBehaviour, { openai: Refusal; elevenLabs: Refusal }>> = {
	'refuses the key': { openai: openai(401, 'invalid_api_key'), elevenLabs: elevenLabs(401, 'invalid_api_key') },
	'is used up': { openai: openai(429, 'insufficient_quota'), elevenLabs: elevenLabs(401, 'quota_exceeded') },
	'is busy': { openai: openai(429, 'rate_limit_exceeded'), elevenLabs: elevenLabs(429, 'system_busy') },
	'does not know the voice': { openai: openai(404, 'model_not_found'), elevenLabs: elevenLabs(404, 'voice_not_found') },
	broken: { openai: [500, providersWords], elevenLabs: [500, providersWords] },
}

function openai(status: number, code: string): Refusal {
	return [status, { error: { message: providersWords, type: 'invalid_request_error', code } }]
}

function elevenLabs(status: number, word: string): Refusal {
	return [status, { detail: { status: word, message: providersWords } }]
}

async function speak(
	response: ServerResponse,
	behaviour: SpeechBehaviour,
	[first, second]: [Buffer, Buffer],
	released: () => Promise<void>,
): Promise<void> {
	if (behaviour === 'garbage')
		return void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('<html>no</html>')
	if (behaviour === 'empty') return void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end()
	response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).write(first)
	if (behaviour === 'stalls') return
	if (behaviour === 'cuts') return void setImmediate(() => response.destroy())
	if (behaviour === 'held') await released()
	if (behaviour === 'endless') return void pipeline(Readable.from(endless()), response).catch(() => {})
	response.end(second)
}

function* endless() {
	const piece = Buffer.alloc(256 * 1024)
	while (true) yield piece
}

function json(response: ServerResponse, status: number, body: unknown): void {
	response
		.writeHead(status, { 'Content-Type': 'application/json' })
		.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function readCall(request: IncomingMessage): Promise<SpeechCall> {
	const bytes = Buffer.concat(await Array.fromAsync(request))
	const { headers, url: path = '' } = request
	const type = headers['content-type'] ?? ''
	if (!type.startsWith('multipart/')) return { path, headers, body: bytes.toString(), fields: {} }
	const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
	const entries = [...form.entries()]
	const fields = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
	const [file] = entries.map(([, value]) => value).filter((value) => typeof value !== 'string')
	return { path, headers, body: '', fields, ...(file ? { file } : {}) }
}

function isOpenai({ path }: SpeechCall): boolean {
	return path.startsWith('/v1/audio/')
}

function isKnownPath(path: string): boolean {
	return /^\/v1\/(audio\/(speech|transcriptions)|speech-to-text|text-to-speech\/\w+\/stream\?output_format=\w+)$/.test(
		path,
	)
}

function isKeyRight({ headers }: SpeechCall): boolean {
	return headers.authorization === `Bearer ${speechKey}` || headers['xi-api-key'] === speechKey
}

function textOf({ body }: SpeechCall): string {
	const { text, input } = JSON.parse(body) as { text?: string; input?: string }
	return text ?? input ?? ''
}
