// How fast and how right the guide answers, over HTTP as the app asks: one question at a time, memory write included.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureQuality } from './quality.ts'
import type { Figure } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'

const folder = join(import.meta.dirname, 'eval')
const rounds = 5

export async function measureAnswers(): Promise<Figure[]> {
	const server = await startServerProcess()
	try {
		return [await measureLatency(server.url), ...(await qualityFigures(server.url))]
	} finally {
		await server.stop()
	}
}

async function measureLatency(url: string): Promise<Figure> {
	const { anonKey } = await (await fetch(`${url}/config.json`)).json()
	const post = async (path: string, body: object, token = anonKey) =>
		(
			await fetch(url + path, {
				method: 'POST',
				headers: { apikey: anonKey, Authorization: `Bearer ${token}` },
				body: JSON.stringify(body),
			})
		).json()
	const session = await post('/auth/v1/signup', { email: 'bench@example.org', password: 'una clave larga' })
	const questions: { question: string }[] = JSON.parse(await readFile(join(folder, 'questions-dev.json'), 'utf8'))
	const times: number[] = []
	for (let round = 0; round < rounds; round++) {
		for (const { question } of questions) {
			const started = performance.now()
			await post('/functions/v1/chat-completion-with-context', { message: question }, session.access_token)
			// The first round warms caches and connections up.
			if (round > 0) times.push(performance.now() - started)
		}
	}
	const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
	const value = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
	return { name: `Guide answer over HTTP (${times.length} questions)`, value, bar: 'p95 under 20 ms', met: p95 < 20 }
}

/** The same figures that the page /calidad shows; for their set of questions alone. */
async function qualityFigures(url: string): Promise<Figure[]> {
	const { sets } = await measureQuality(url)
	const asked = sets.find(({ id }) => id === 'questions')
	if (!asked) throw new Error('the development questions were not measured')
	const share = ((100 * asked.right) / asked.questions).toFixed(1)
	return [
		{ name: `Share of questions-dev.json right (${asked.questions} questions)`, value: `${share} %`, bar: '' },
		{ name: 'Dangerous answers among them', value: String(asked.dangerous), bar: 'none', met: asked.dangerous === 0 },
	]
}
