// Stands in for a service with OpenAI's chat-completions wire, over real HTTP on loopback. It says what it is told to say
// and misbehaves as told; another process tells it through POST /control and reads what came with GET /control.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const openaiBehaviours = [
	'normal',
	/** The whole answer as JSON although a stream was asked for. */
	'whole',
	/** Streams the first half and holds the rest until `letGo`. */
	'held',
	'key invalid',
	'forbidden',
	'model unknown',
	'busy once',
	'busy',
	'quota used up',
	'broken',
	/** A well-formed stream without a word. */
	'empty',
	'empty once',
	/** Breaks the connection in the middle. */
	'dies',
	/** The same, but waits for `letGo` before it does. */
	'dies when told',
	/** Ends in the middle as if all were well. */
	'ends early',
	/** An error event in the middle of the stream. */
	'fails midway',
	/** Runs into the token limit in the middle of a sentence. */
	'too long',
	'malformed',
	/** Words without end. */
	'endless',
	/** One line without end. */
	'huge line',
	'page',
	/** Takes the request and never answers. */
	'hangs',
	/** Says a few words and never goes on. */
	'stalls',
	/** Says everything back that it was given. */
	'echo',
	/** Takes neither max_tokens nor a temperature. */
	'modern',
	'redirects',
] as const
export type OpenaiBehaviour = (typeof openaiBehaviours)[number]

type Message = { role: string; content: string }
export type AskedRequest = {
	model: string
	messages: Message[]
	stream?: boolean
	temperature?: number
	max_tokens?: number
	max_completion_tokens?: number
	/** The header as it came. */
	authorization?: string
}

export type OpenaiServer = {
	url: string
	/** What an operator would set, this server as the service. */
	environment: Record<string, string>
	/** What was asked, oldest first, refused ones included. */
	asked: AskedRequest[]
	/** Requests whose connection the other side closed before the answer was whole. */
	abandoned(): number
	behave(behaviour: OpenaiBehaviour): void
	/** The next answers, one per request; the last one stays. */
	say(...answers: string[]): void
	/** Sends the rest of held answers. */
	letGo(): void
	/** Resolves when the first half of a held answer is on its way. */
	whenHeld(): Promise<void>
	close(): Promise<void>
}

const apiKey = 'sk-loopback-0123456789'
const defaultAnswer =
	'Depende de cómo entraste. Junta tus papeles y habla con un abogado o un representante acreditado.'
const hugeChunk = 'a'.repeat(64 * 1024)

export async function openaiServer({ port = 0 }: { port?: number } = {}): Promise<OpenaiServer> {
	const asked: AskedRequest[] = []
	let behaviour: OpenaiBehaviour = 'normal'
	let answers = [defaultAnswer]
	let abandoned = 0
	let held = Promise.withResolvers<void>()
	let release = Promise.withResolvers<void>()

	const server = createServer(async (request, response) => {
		const body = await readBody(request)
		if (request.url === '/control') return control(request, response, body)
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return fail(response, 404, 'not_found')
		const question: AskedRequest = { ...JSON.parse(body), authorization: request.headers.authorization }
		asked.push(question)
		response.once('close', () => {
			if (!response.writableFinished) abandoned++
		})
		await answer(response, question, nextAnswer(question)).catch(() => response.destroy())
	})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

	return {
		url,
		environment: { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: `${url}/v1` },
		asked,
		abandoned: () => abandoned,
		behave,
		say: (...next) => {
			answers = next
		},
		letGo,
		whenHeld: () => held.promise,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}

	function behave(next: OpenaiBehaviour) {
		behaviour = next
		held = Promise.withResolvers<void>()
		release = Promise.withResolvers<void>()
	}

	function letGo() {
		release.resolve()
	}

	function nextAnswer({ messages }: AskedRequest): string {
		if (behaviour === 'echo') return messages.map(({ content }) => content).join('\n')
		return (answers.length > 1 ? answers.shift() : answers[0]) ?? ''
	}

	/** For the browser tests, which run elsewhere. */
	function control(request: IncomingMessage, response: ServerResponse, body: string) {
		if (request.method === 'POST') {
			const told = JSON.parse(body) as {
				behaviour?: OpenaiBehaviour
				answers?: string[]
				letGo?: boolean
				forget?: boolean
			}
			if (told.behaviour) behave(told.behaviour)
			if (told.answers) answers = told.answers
			if (told.letGo) letGo()
			if (told.forget) asked.length = 0
		}
		sendJson(response, 200, { behaviour, asked, abandoned })
	}

	async function answer(response: ServerResponse, question: AskedRequest, text: string): Promise<void> {
		const now = behaviour
		if (now === 'busy once' || now === 'empty once') behaviour = 'normal'
		if (question.authorization !== `Bearer ${apiKey}` || now === 'key invalid')
			return fail(response, 401, 'invalid_api_key')
		if (now === 'forbidden') return fail(response, 403, 'unsupported_country_region_territory')
		if (now === 'model unknown') return fail(response, 404, 'model_not_found')
		if (now === 'busy' || now === 'busy once') return fail(response, 429, 'rate_limit_exceeded')
		if (now === 'quota used up') return fail(response, 429, 'insufficient_quota')
		if (now === 'broken') return fail(response, 500, 'server_error')
		if (now === 'modern' && question.max_tokens !== undefined)
			return fail(response, 400, 'unsupported_parameter', 'max_tokens')
		if (now === 'modern' && question.temperature !== undefined)
			return fail(response, 400, 'unsupported_value', 'temperature')
		if (now === 'redirects') return void response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()
		if (now === 'page')
			return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Mantenimiento</h1>')
		if (now === 'hangs') return
		if (now === 'whole' || !question.stream) return sendJson(response, 200, wholeAnswer(question, text))
		await stream(response, now, text)
	}

	async function stream(response: ServerResponse, now: OpenaiBehaviour, text: string): Promise<void> {
		response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
		const send = (event: unknown) => write(response, `data: ${JSON.stringify(event)}\n\n`)
		const say = async (words: string) => {
			for (const content of deltasOf(words)) await send(chunk({ content }))
		}
		await send(chunk({ role: 'assistant', content: '' }))
		if (now === 'malformed') return void response.end('data: {"choices":[{"delta":{"content":"Hola\n\ndata: }{\n\n')
		if (now === 'endless') for (;;) await say('Y otra cosa más. ')
		if (now === 'huge line') for (;;) await write(response, hugeChunk)
		const half = Math.ceil(text.length / 2)
		const isWhole = !['held', 'dies', 'dies when told', 'ends early', 'fails midway', 'too long', 'stalls'].includes(
			now,
		)
		if (now !== 'empty' && now !== 'empty once') await say(isWhole ? text : text.slice(0, half))
		if (now === 'stalls') return
		if (now === 'ends early') return void response.end()
		if (now === 'dies') return void response.destroy()
		if (now === 'fails midway') {
			await send({ error: { message: 'The server had an error', type: 'server_error', code: null } })
			return void response.end()
		}
		if (now === 'held' || now === 'dies when told') {
			held.resolve()
			await release.promise
			if (now === 'dies when told') return void response.destroy()
			await say(text.slice(half))
		}
		await send(chunk({}, now === 'too long' ? 'length' : 'stop'))
		response.end('data: [DONE]\n\n')
	}
}

/** Small and uneven, as providers send them. */
function deltasOf(text: string): string[] {
	return text.match(/[\s\S]{1,5}/gu) ?? []
}

function chunk(delta: object, finish: 'stop' | 'length' | null = null) {
	return { ...head('chat.completion.chunk'), choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] }
}

function wholeAnswer({ model }: AskedRequest, content: string) {
	const message = { role: 'assistant', content, refusal: null }
	return { ...head('chat.completion'), model, choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }] }
}

function head(object: string) {
	return { id: 'chatcmpl-loopback', object, created: 1_790_000_000, model: 'loopback' }
}

function fail(response: ServerResponse, status: number, code: string, param: string | null = null) {
	// What a provider writes may hold anything; none of it may reach a person or a log.
	const message = `PROVIDER-TEXT Incorrect API key provided: ${apiKey}`
	sendJson(response, status, { error: { message, type: code, param, code } })
}

function sendJson(response: ServerResponse, status: number, body: unknown) {
	response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Waits for the other side to take it; throws when it has gone. */
async function write(response: ServerResponse, text: string): Promise<void> {
	if (response.destroyed) throw new Error('the other side has gone')
	if (response.write(text)) return
	const waiting = new AbortController()
	const { signal } = waiting
	await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
	waiting.abort()
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks = await Array.fromAsync(request)
	return Buffer.concat(chunks).toString()
}
