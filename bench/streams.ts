// How long a checked sentence is on its way through the server: from the moment the provider has sent what ends it until
// the person's browser has it, with many answers under way. The provider stands in this process, and so do the people.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchPerson, signUpPeople } from './people.ts'
import type { Figure } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'

const streamsOpen = 100
const newEachSecond = 20
const answerMs = (streamsOpen / newEachSecond) * 1000
const warmUpMs = answerMs + 2_000
const measuredMs = 15_000
const tokenMs = 20

const firstSentence = 'El asilo se pide con el Formulario I-589.'
const laterSentences = ' Junta tus pruebas y guarda copias. Habla con un abogado o un representante acreditado.'
/** The last token says that the sentence before it is over. */
const firstTokens = [...(firstSentence.match(/.{1,4}/gsu) ?? []), ' Junta']

type Timed = { finished: Map<string, number>; heard: Map<string, number> }

export async function measureStreams(): Promise<Figure[]> {
	const timed: Timed = { finished: new Map(), heard: new Map() }
	const provider = await startProvider(timed)
	const server = await startServerProcess({
		environment: { OPENAI_API_KEY: 'sk-bench-0123456789', OPENAI_BASE_URL: provider.url, AI_DAILY_LIMIT: '1000000' },
	})
	try {
		// Everybody asks once: a second question would be about the first.
		const people = await signUpPeople(server.url, ((warmUpMs + measuredMs) / 1000) * newEachSecond)
		const started = performance.now()
		const asking: Promise<void>[] = []
		let open = 0
		let mostOpen = 0
		for (const [count, person] of people.entries()) {
			const due = started + (count * 1000) / newEachSecond
			await pause(Math.max(0, due - performance.now()))
			open++
			mostOpen = Math.max(mostOpen, open)
			asking.push(ask(server.url, person, markOf(count), timed).finally(() => open--))
		}
		await Promise.all(asking)
		const times = [...timed.heard].flatMap(([mark, heard]) => {
			const finished = timed.finished.get(mark)
			return finished !== undefined && finished - started > warmUpMs ? [heard - finished] : []
		})
		const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)]
		return [
			{
				name: `First checked sentence of ${times.length} answers, up to ${mostOpen} open at once, after the provider finished it`,
				value: `p50 ${middle.toFixed(1)} ms, p99 ${high.toFixed(1)} ms`,
				bar: 'p50 under 5 ms, p99 under 20 ms',
				met: middle < 5 && high < 20,
			},
		]
	} finally {
		await server.stop()
		await provider.close()
	}
}

/** A word that comes through unchanged and tells one question from another. */
function markOf(count: number): string {
	const letters = [...count.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
	return `marca${letters.join('')}x`
}

async function ask(url: string, { headers }: BenchPerson, mark: string, { heard }: Timed): Promise<void> {
	const answer = await fetch(`${url}/functions/v1/chat-completion-with-context`, {
		method: 'POST',
		headers: { ...headers, Accept: 'text/event-stream' },
		body: JSON.stringify({ message: `¿con qué formulario pido asilo? ${mark}` }),
	})
	if (!answer.ok || !answer.body) throw new Error(`a question was answered with ${answer.status}`)
	let text = ''
	for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
		text += piece
		if (!heard.has(mark) && text.includes('I-589.')) heard.set(mark, performance.now())
	}
	if (!text.includes('event: done')) throw new Error(`an answer did not end:\n${text.slice(-300)}`)
}

async function startProvider({ finished }: Timed): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer(async (request, response) => {
		let body = ''
		for await (const chunk of request) body += chunk
		const mark = /marca[a-z]+x(?![\s\S]*marca[a-z]+x)/.exec(body)?.[0] ?? ''
		response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
		const began = performance.now()
		for (const token of firstTokens) {
			await pause(tokenMs)
			send(response, { content: token })
		}
		finished.set(mark, performance.now())
		await pause(Math.max(0, began + answerMs - performance.now()))
		send(response, { content: laterSentences.slice(' Junta'.length) })
		send(response, {}, 'stop')
		response.end('data: [DONE]\n\n')
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		close: async () => {
			server.closeAllConnections()
			server.close()
		},
	}
}

function send(response: ServerResponse, delta: object, finish: 'stop' | null = null) {
	const choice = { index: 0, delta, finish_reason: finish, logprobs: null }
	const chunk = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [choice] }
	response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}
