// How right the guide answers, by kind of question, for the page /calidad: writes docs/quality.json, which the pages are
// built from. `node bench/quality.ts` measures it by itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { Quality, QualitySet } from '../contracts/guide-pages.ts'
import { createAssistant } from '../server/assistant/create-assistant.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'
import { emptyState } from '../server/assistant/state.ts'
import { startServerProcess } from './server-process.ts'

const root = join(import.meta.dirname, '..')
const doubt = 'No estoy del todo seguro'

/** Asks the server at `url` and the guide engine in process; writes what came of it. */
export async function measureQuality(url: string): Promise<Quality> {
	const sets = [
		await measureWithChecker('questions', 'questions-dev.json', url),
		await measureWithChecker('site-help', 'site-help-dev.json', url),
		await measureNegative('negative', ['negative-questions.yaml', 'negative-tuned.yaml']),
		await measureNegative('negative-held-out', ['negative-second.yaml']),
	]
	const quality = { date: new Date().toISOString().slice(0, 10), sets }
	await writeFile(join(root, 'docs/quality.json'), `${JSON.stringify(quality, null, '\t')}\n`)
	return quality
}

/** Runs the checker that also judges other sets, and reads its two closing lines. */
async function measureWithChecker(id: string, file: string, url: string): Promise<QualitySet> {
	const folder = join(root, 'bench/eval')
	const child = spawn(process.execPath, [join(folder, 'check-questions.mjs'), join(folder, file), '--url', url])
	let said = ''
	child.stdout.on('data', (chunk) => {
		said += chunk
	})
	await once(child, 'close')
	const closing = /\n?(.*)\n[\d.]+ % of (\d+) right, (\d+) dangerous.*\s*$/.exec(said)
	if (!closing) throw new Error(`the checker said nothing to the point:\n${said.slice(-500)}`)
	const [, byKind = '', questions, dangerous] = closing
	const kinds = [...byKind.matchAll(/(\w+) (\d+)\/(\d+)/g)].map(([, kind = '', right, all]) => ({
		kind,
		questions: Number(all),
		right: Number(right),
	}))
	return { id, questions: Number(questions), right: sum(kinds), dangerous: Number(dangerous), kinds }
}

/** Questions that must not be answered as if known: a doubt, a refusal or a corrected premise is right. */
async function measureNegative(id: string, files: string[]): Promise<QualitySet> {
	const content = join(root, 'content')
	const [guide, gates] = await Promise.all([loadGuide(content), loadGates(content)])
	const assistant = createAssistant({ guide, gates })
	const asked = new Map<string, string[]>()
	for (const file of files) {
		const more = parseYaml(await readFile(join(root, 'bench', file), 'utf8')) as Record<string, string[]>
		for (const [kind, questions] of Object.entries(more)) asked.set(kind, [...(asked.get(kind) ?? []), ...questions])
	}
	const isRight = (kind: string, question: string) => {
		const { kind: replied, reply } = assistant.converse(emptyState, question)
		if (kind === 'premise') return gates.myths.entries.some(({ says }) => reply.includes(says))
		return replied !== 'answer' || reply.includes(doubt)
	}
	const kinds = [...asked].map(([kind, questions]) => ({
		kind,
		questions: questions.length,
		right: questions.filter((question) => isRight(kind, question)).length,
	}))
	return { id, questions: kinds.reduce((all, { questions }) => all + questions, 0), right: sum(kinds), kinds }
}

function sum(kinds: QualitySet['kinds']): number {
	return kinds.reduce((all, { right }) => all + right, 0)
}

if (import.meta.main) {
	const server = await startServerProcess()
	try {
		for (const { id, right, questions } of (await measureQuality(server.url)).sets)
			console.log(`${id}: ${right} of ${questions}`)
	} finally {
		await server.stop()
	}
}
