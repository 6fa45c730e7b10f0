// How many questions the guide engine answers: by itself in this process, and over HTTP with several people at once.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildParts, createAssistant } from '../server/assistant/create-assistant.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'
import { emptyState } from '../server/assistant/state.ts'
import { signUpPeople } from './people.ts'
import type { Figure } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'

const contentFolder = join(import.meta.dirname, '../content')
const rounds = 5
const connections = 16
const warmUpMs = 3_000
const loadMs = 10_000

export async function measureGuideRate(): Promise<Figure[]> {
	const questions = await readQuestions()
	return [...(await measureInProcess(questions)), ...(await measureOverHttp(questions))]
}

async function measureInProcess(questions: string[]): Promise<Figure[]> {
	const [guide, gates] = await Promise.all([loadGuide(contentFolder), loadGates(contentFolder)])
	const { finder, language } = buildParts({ guide, gates })
	const lookups = timesOf(questions, (question) => finder.find(language.read(question)))
	const assistant = createAssistant({ guide, gates })
	const answers = timesOf(questions, (question) => assistant.converse(emptyState, question))
	const { topics, ms, heapMb } = await buildElsewhere()
	const [lookupP95, answerP95] = [percentile(lookups, 0.95), percentile(answers, 0.95)]
	return [
		{
			name: `Index of ${topics} topics, built in a fresh process`,
			value: `${ms.toFixed(0)} ms, ${heapMb.toFixed(0)} MB of heap kept`,
			bar: 'under 300 ms, under 40 MB',
			met: ms < 300 && heapMb < 40,
		},
		{
			name: `Looking a question up (${lookups.length}), p95`,
			value: `${lookupP95.toFixed(2)} ms`,
			bar: 'under 3 ms',
			met: lookupP95 < 3,
		},
		{
			name: `Guide answer in process, all gates (${answers.length}), p95`,
			value: `${answerP95.toFixed(2)} ms`,
			bar: 'under 5 ms',
			met: answerP95 < 5,
		},
	]
}

/** Milliseconds of each call, the first round left out. */
function timesOf(questions: string[], ask: (question: string) => unknown): number[] {
	const times: number[] = []
	for (let round = 0; round < rounds; round++) {
		for (const question of questions) {
			const asked = performance.now()
			ask(question)
			if (round > 0) times.push(performance.now() - asked)
		}
	}
	return times
}

/** Each connection is a person of its own, who asks again as soon as the answer is there. */
async function measureOverHttp(questions: string[]): Promise<Figure[]> {
	const server = await startServerProcess()
	try {
		const people = await signUpPeople(server.url, connections)
		const times: number[] = []
		const start = performance.now() + warmUpMs
		const ask = async (headers: Record<string, string>, first: number) => {
			for (let count = first; performance.now() < start + loadMs; count += connections) {
				const asked = performance.now()
				const answer = await fetch(`${server.url}/functions/v1/chat-completion-with-context`, {
					method: 'POST',
					headers,
					body: JSON.stringify({ message: questions[count % questions.length] }),
				})
				await answer.arrayBuffer()
				if (!answer.ok) throw new Error(`a question was answered with ${answer.status}`)
				if (asked >= start) times.push(performance.now() - asked)
			}
		}
		await Promise.all(people.map(({ headers }, i) => ask(headers, i)))
		const [rate, p99] = [(times.length * 1000) / loadMs, percentile(times, 0.99)]
		return [
			{
				name: `Guide answers over HTTP with ${connections} connections`,
				value: `${rate.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
				bar: 'at least 400 a second, p99 under 60 ms',
				met: rate >= 400 && p99 < 60,
			},
		]
	} finally {
		await server.stop()
	}
}

/** In a process where nothing is warm. */
async function buildElsewhere(): Promise<{ topics: number; ms: number; heapMb: number }> {
	const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'index-build.ts')])
	return JSON.parse(stdout)
}

async function readQuestions(): Promise<string[]> {
	const items: { question: string }[] = JSON.parse(
		await readFile(join(import.meta.dirname, 'eval/questions-dev.json'), 'utf8'),
	)
	return items.map(({ question }) => question)
}
