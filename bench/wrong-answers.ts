// What gets past the checker: scripted wrong answers and right ones, fed as a model streams them, cut anywhere.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { Topic } from '../contracts/guide.ts'
import { type Checking, createChecking } from '../server/assistant/checking/create-checker.ts'
import { createSentenceStream } from '../server/assistant/checking/sentence-stream.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'
import { sentencesOf } from '../server/assistant/language/sentences.ts'
import type { Figure } from './report.ts'
import { percentile } from './statistics.ts'

export type WrongAnswer = {
	id: string
	kind: string
	topic: string
	question: string
	answer: string
	wrong: string[]
	blind?: boolean
}
export type RightAnswer = { id: string; topic: string; question: string; answer: string }
/** `aside`: nothing was mended for it. */
type SupportAnswers = { right: (RightAnswer & { aside: boolean })[]; wrong: (WrongAnswer & { aside: boolean })[] }

const contentFolder = join(import.meta.dirname, '../content')
const strictKinds = new Set(['number', 'date', 'form', 'phone', 'fee'])
const splits = 5

export async function measureChecker(): Promise<Figure[]> {
	const [guide, gates, answers] = await Promise.all([loadGuide(contentFolder), loadGates(contentFolder), readAnswers()])
	const byId = new Map(guide.topics.map((topic) => [topic.id, topic]))
	const checking = createChecking({ guide, gates })
	const past = answers.wrong.filter((answer) => getsPast(checking, byId, answer))
	const lost = answers.right.map((answer) => lostSentences(checking, byId, answer))
	const strict = answers.wrong.filter(({ kind }) => strictKinds.has(kind))
	const strictPast = past.filter(({ kind }) => strictKinds.has(kind))
	const others = answers.wrong.length - strict.length
	const blind = answers.wrong.filter(({ blind }) => blind)
	const blindPast = past.filter(({ blind }) => blind)
	const fresh = await readFresh()
	const freshPast = fresh.filter((answer) => getsPast(checking, byId, answer))
	const strictFresh = fresh.filter(({ kind }) => strictKinds.has(kind)).length
	const strictFreshPast = freshPast.filter(({ kind }) => strictKinds.has(kind)).length
	const sentences = lost.reduce((sum, { sentences }) => sum + sentences, 0)
	const lostCount = lost.reduce((sum, each) => sum + each.leftOut, 0)
	if (process.env.CHECKER_DETAILS) {
		for (const { id } of [...past, ...freshPast]) console.log(`  past: ${id}`)
		for (const { id, missing } of lost) for (const sentence of missing) console.log(`  lost: ${id}: ${sentence}`)
	}
	const othersPast = past.length - strictPast.length
	return [
		{
			name: 'Wrong numbers, dates, forms, phones and fees that get past',
			value: share(strictPast.length, strict.length),
			bar: 'none',
			met: strictPast.length === 0,
		},
		{
			name: 'Other wrong answers that get past',
			value: share(othersPast, others),
			bar: 'at most 5 %',
			met: othersPast <= others * 0.05,
		},
		{ name: 'Of those written before the rules, now', value: share(blindPast.length, blind.length), bar: '' },
		{
			name: 'Of those by somebody who did not know the rules: numbers, dates, forms, phones and fees',
			value: share(strictFreshPast, strictFresh),
			bar: '',
		},
		{
			name: 'Of those by somebody who did not know the rules: the rest',
			value: share(freshPast.length - strictFreshPast, fresh.length - strictFresh),
			bar: '',
		},
		{
			name: 'Right sentences left out',
			value: share(lostCount, sentences),
			bar: 'under 3 %',
			met: lostCount < sentences * 0.03,
		},
		...measureSupport(checking, byId, await readYaml<SupportAnswers>('support-answers.yaml')),
		measureSentence(checking, byId, answers.right),
	]
}

/** Of the answers written before the second layer, each half by itself: mended by, and set aside. */
function measureSupport(checking: Checking, topics: Map<string, Topic>, { right, wrong }: SupportAnswers): Figure[] {
	return [false, true].flatMap((aside) => {
		const half = aside ? 'set aside' : 'mended by'
		const chosen = wrong.filter((answer) => answer.aside === aside)
		const past = chosen.filter((answer) => getsPast(checking, topics, answer))
		const kept = right
			.filter((answer) => answer.aside === aside)
			.map((answer) => lostSentences(checking, topics, answer))
		const count = (of: 'leftOut' | 'sentences') => kept.reduce((sum, each) => sum + each[of], 0)
		const usable = kept.filter(({ isUsable }) => isUsable).length
		return [
			{ name: `Indirect wrong answers that get past, ${half}`, value: share(past.length, chosen.length), bar: '' },
			{ name: `Free right sentences left out, ${half}`, value: share(count('leftOut'), count('sentences')), bar: '' },
			{ name: `Free right answers that stay usable, ${half}`, value: share(usable, kept.length), bar: '' },
		]
	})
}

const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`

export async function readAnswers(): Promise<{ wrong: WrongAnswer[]; right: RightAnswer[] }> {
	return readYaml('wrong-answers.yaml')
}

async function readYaml<Content>(name: string): Promise<Content> {
	return parseYaml(await readFile(join(import.meta.dirname, name), 'utf8'))
}

/** Never looked at while the rules were written or mended. */
async function readFresh(): Promise<WrongAnswer[]> {
	return (await readYaml<{ wrong: WrongAnswer[] }>('wrong-answers-fresh.yaml')).wrong
}

/** True when a wrong part comes out in any of several ways to cut the stream. */
function getsPast(checking: Checking, topics: Map<string, Topic>, answer: WrongAnswer): boolean {
	return Array.from({ length: splits }, (_, seed) => checked(checking, topics, answer, seed)).some(({ said }) => {
		const folded = fold(said)
		return answer.wrong.map(String).some((part) => {
			const pattern = /^\/(.+)\/(\w*)$/.exec(part)
			return pattern ? new RegExp(pattern[1] as string, pattern[2]).test(said) : folded.includes(fold(part))
		})
	})
}

function lostSentences(checking: Checking, topics: Map<string, Topic>, answer: RightAnswer) {
	const { said, leftOut, isUsable } = checked(checking, topics, answer, 1)
	const stream = createSentenceStream()
	const sentences = [...stream.push(answer.answer), ...stream.rest()]
	const letters = (text: string) => fold(text).replace(/[^a-z0-9]/g, '')
	const missing = sentences.filter(({ text }) => !letters(said).includes(letters(text).slice(-12)))
	return { id: answer.id, sentences: sentences.length, leftOut, isUsable, missing: missing.map(({ text }) => text) }
}

function checked(checking: Checking, topics: Map<string, Topic>, answer: RightAnswer, seed: number) {
	const found = answer.topic.split(' ').flatMap((id) => topics.get(id) ?? [])
	if (found.length === 0) throw new Error(`${answer.id}: no topic "${answer.topic}"`)
	const checker = checking.checkerFor({ topics: found, said: [answer.question], audience: 'person' })
	const pieces = deltas(answer.answer, seed).flatMap((delta) => checker.push(delta))
	const end = checker.finish({ isCut: false })
	return { said: [...pieces, ...end.pieces].join(''), ...end }
}

/** The text in pieces as a provider sends them; the same seed cuts the same way, 0 letter by letter. */
export function deltas(text: string, seed: number): string[] {
	const pieces: string[] = []
	let state = seed * 7919 + 1
	for (let from = 0; from < text.length; ) {
		state = (state * 48_271) % 2_147_483_647
		const length = seed === 0 ? 1 : 1 + (state % (3 * seed + 4))
		pieces.push(text.slice(from, from + length))
		from += length
	}
	return pieces
}

function measureSentence(checking: Checking, topics: Map<string, Topic>, answers: RightAnswer[]): Figure {
	const times: number[] = []
	for (let round = 0; round < 5; round++) {
		for (const answer of answers) {
			const topic = topics.get(answer.topic.split(' ')[0] as string) as Topic
			const checker = checking.checkerFor({ topics: [topic], said: [answer.question], audience: 'person' })
			for (const sentence of sentencesOf(answer.answer)) {
				const started = performance.now()
				checker.push(`${sentence} `)
				if (round > 0) times.push(performance.now() - started)
			}
		}
	}
	const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
	return {
		name: `Checking a sentence (${times.length})`,
		value: `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
		bar: 'p50 under 1 ms',
		met: p50 < 1,
	}
}

const fold = (text: string) =>
	text
		.normalize('NFKD')
		.replace(/[\p{M}\p{Cf}]/gu, '')
		.toLowerCase()
