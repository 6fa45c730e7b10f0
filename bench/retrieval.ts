// How well the search finds a topic by words it has not been told: every way to ask is left out in turn (in tenths) and asked;
// probe questions and questions no topic answers stand beside it. Prints where it is weak and how sure it may be.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { Topic } from '../contracts/guide.ts'
import { createConsider } from '../server/assistant/answer.ts'
import { buildParts } from '../server/assistant/create-assistant.ts'
import type { GateParts } from '../server/assistant/gate.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'
import { createTopicFinder, type Found } from '../server/assistant/retrieval/find-topics.ts'
import { emptyState } from '../server/assistant/state.ts'
import type { Figure } from './report.ts'

const root = join(import.meta.dirname, '..')
const tenths = 10
const buckets = [0, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1]
const doubt = 'No estoy del todo seguro'

type Asked = { id: string; area: string; question: string; found: Found }

export async function measureRetrieval(): Promise<Figure[]> {
	const content = join(root, 'content')
	const [guide, gates] = await Promise.all([loadGuide(content), loadGates(content)])
	const parts = buildParts({ guide, gates })
	const leftOut = askEachLeftOut(guide.topics, parts)
	printWorst(leftOut)
	printReliability(leftOut)
	return [
		...figuresOf('way to ask left out', leftOut),
		...figuresOf('probe questions', await askProbes('probe-questions.yaml', parts)),
		...figuresOf('probe questions set aside', await askProbes('probe-held-out.yaml', parts)),
		...(await negativeFigures(parts)),
	]
}

/** Every way to ask, of an index that does not know it. */
export function askEachLeftOut(topics: readonly Topic[], { language }: Pick<GateParts, 'language'>): Asked[] {
	return Array.from({ length: tenths }, (_, tenth) => {
		const isLeftOut = (_ask: string, position: number) => position % tenths === tenth
		const known = topics.map((topic) => ({ ...topic, ask: topic.ask.filter((ask, i) => !isLeftOut(ask, i)) }))
		const finder = createTopicFinder(known, language)
		return topics.flatMap(({ id, area, ask }) =>
			ask.filter(isLeftOut).map((question) => ({ id, area, question, found: finder.find(language.read(question)) })),
		)
	}).flat()
}

async function askProbes(file: string, { language, finder, topic }: GateParts): Promise<Asked[]> {
	const probes = parseYaml(await readFile(join(root, 'bench', file), 'utf8')) as Record<string, string[]>
	return Object.entries(probes).flatMap(([id, questions]) =>
		questions.map((question) => ({
			id,
			area: topic(id)?.area ?? 'none',
			question,
			found: finder.find(language.read(question)),
		})),
	)
}

const isFirst = ({ id, found }: Asked) => found.best?.topic.id === id
const isNear = ({ id, found }: Asked) => found.ranked.slice(0, 3).some(({ topic }) => topic.id === id)
const isWronglySure = (asked: Asked) => asked.found.sureness === 'sure' && !isFirst(asked)

function figuresOf(name: string, asked: Asked[]): Figure[] {
	const figure = (what: string, holds: (each: Asked) => boolean) => ({
		name: `${name} (${asked.length}): ${what}`,
		value: `${((100 * asked.filter(holds).length) / asked.length).toFixed(1)} %`,
		bar: '',
	})
	return [
		figure('found first', isFirst),
		figure('among the first three', isNear),
		figure('another topic, and sure of it', isWronglySure),
		figure('sure', ({ found }) => found.sureness === 'sure'),
		figure('unsure', ({ found }) => found.sureness === 'unsure'),
	]
}

/** Questions that no topic answers, through all gates: answered without a word of doubt, or a premise not corrected. */
async function negativeFigures(parts: GateParts): Promise<Figure[]> {
	const consider = createConsider(parts)
	const files = ['negative-questions.yaml', 'negative-tuned.yaml', 'negative-second.yaml']
	const kinds = await Promise.all(
		files.map(async (file) => parseYaml(await readFile(join(root, 'bench', file), 'utf8')) as Record<string, string[]>),
	)
	return kinds.flatMap((sets, i) => {
		const { premise = [], ...others } = sets
		const isMissed = (question: string) => {
			const { kind, reply } = consider(emptyState, question).turn
			// a fraud under way has its own fixed text, which names the error too
			return kind !== 'urgent' && !parts.gates.myths.entries.some(({ says }) => reply.includes(says))
		}
		const isAsIfKnown = (question: string) => {
			const { kind, reply } = consider(emptyState, question).turn
			return kind === 'answer' && !reply.includes(doubt)
		}
		const rest = Object.values(others).flat()
		const asIfKnown = rest.filter(isAsIfKnown).length
		return [
			{
				name: `${files[i]}: answered as if known`,
				value: `${asIfKnown} of ${rest.length}`,
				bar: 'under 2 %',
				met: asIfKnown < 0.02 * rest.length,
			},
			{
				name: `${files[i]}: false premises not named`,
				value: `${premise.filter(isMissed).length} of ${premise.length}`,
				bar: '',
			},
		]
	})
}

/** The topics of each area whose own ways to ask lead elsewhere most, and where. */
function printWorst(asked: Asked[]) {
	const byArea = Map.groupBy(asked, ({ area }) => area)
	for (const [area, ofArea] of byArea) {
		const missed = ofArea.filter((each) => !isFirst(each))
		console.log(`  ${area}: ${ofArea.length - missed.length} of ${ofArea.length} first`)
		const byTopic = [...Map.groupBy(missed, ({ id }) => id)].sort((a, b) => b[1].length - a[1].length)
		for (const [id, ofTopic] of byTopic.slice(0, 3)) {
			const taken = [...new Set(ofTopic.map(({ found }) => found.best?.topic.id ?? 'none'))]
			console.log(`    ${id}: ${ofTopic.length} taken by ${taken.join(', ')}`)
		}
	}
}

function printReliability(asked: Asked[]) {
	console.log('  confidence    questions    found first')
	for (const [i, from] of buckets.slice(0, -1).entries()) {
		const to = buckets[i + 1] as number
		const inside = asked.filter(({ found }) => {
			const confidence = found.best?.confidence ?? 0
			return confidence >= from && (confidence < to || to === 1)
		})
		const right = inside.filter(isFirst).length
		const share = inside.length > 0 ? `${((100 * right) / inside.length).toFixed(0)} %` : '–'
		console.log(
			`  ${from.toFixed(2)}–${to.toFixed(2)}     ${String(inside.length).padStart(9)}    ${share.padStart(11)}`,
		)
	}
}
