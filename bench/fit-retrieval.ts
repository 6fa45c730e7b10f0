// Fits what each side of a topic is worth (server/assistant/retrieval/rank-topics.ts): a multinomial regression in which the
// right topic shall be the likeliest. It learns from the ways to ask of all topics, each left out in turn, from the probe
// questions, and a little from ways to ask that are not left out. Prints the constants to write there.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { buildParts } from '../server/assistant/create-assistant.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'
import { lookAt, type Side, scoreOf, worth } from '../server/assistant/retrieval/rank-topics.ts'
import { buildTopicIndex, type TopicIndex } from '../server/assistant/retrieval/topic-index.ts'

const sides = Object.keys(worth) as Side[]
const tenths = 10
/** Topics that a question is told apart from: the nearest ones. */
const rivals = 40
const rounds = 200
const stepSize = 0.5
/** Keeps constants small whose good is within chance. */
const penalty = 0.002

/** One question: the sides of the topics near it, the right topic first. */
type Example = Float64Array[]
type Group = { examples: Example[]; share: number }

const content = join(import.meta.dirname, '../content')
const [guide, gates] = await Promise.all([loadGuide(content), loadGates(content)])
const { language } = buildParts({ guide, gates })
const whole = buildTopicIndex(guide.topics, language.terms)
const leftOut = { examples: leftOutExamples(), share: 1 }
const probes = { examples: await probeExamples(), share: 1 }
const own = { examples: guide.topics.flatMap(({ id, ask }) => exampleOf(whole, id, ask[1] ?? '')), share: 0.5 }

const even = { ...leftOut, examples: leftOut.examples.filter((_, i) => i % 2 === 0) }
const odd = leftOut.examples.filter((_, i) => i % 2 === 1)
console.log(`one half of what is left out, fitted on the other: ${rightShare(fitTo([even, probes, own]), odd)} first`)
const fitted = fitTo([leftOut, probes, own])
console.log(
	`left out: ${rightShare(fitted, leftOut.examples)}, probe questions: ${rightShare(fitted, probes.examples)} first`,
)
console.log(Object.fromEntries(sides.map((side, i) => [side, Number((fitted[i] as number).toFixed(2))])))

function leftOutExamples(): Example[] {
	return Array.from({ length: tenths }, (_, tenth) => {
		const isLeftOut = (_ask: string, position: number) => position % tenths === tenth
		const known = guide.topics.map((topic) => ({ ...topic, ask: topic.ask.filter((ask, i) => !isLeftOut(ask, i)) }))
		const index = buildTopicIndex(known, language.terms)
		return guide.topics.flatMap(({ id, ask }) =>
			ask.filter(isLeftOut).flatMap((question) => exampleOf(index, id, question)),
		)
	}).flat()
}

async function probeExamples(): Promise<Example[]> {
	const text = await readFile(join(import.meta.dirname, 'probe-questions.yaml'), 'utf8')
	const asked = Object.entries(parseYaml(text) as Record<string, string[]>)
	return asked.flatMap(([id, questions]) => questions.flatMap((question) => exampleOf(whole, id, question)))
}

/** None when the right topic shares no word with the question. */
function exampleOf(index: TopicIndex, id: string, question: string): Example[] {
	const seen = lookAt(index, language.isSubject, language.read(question))
	const right = seen.find(({ entry }) => entry.topic.id === id)
	if (!right) return []
	const others = seen.filter((each) => each !== right).sort((a, b) => scoreOf(b.sides) - scoreOf(a.sides))
	return [[right, ...others.slice(0, rivals)].map((each) => Float64Array.from(sides, (side) => each.sides[side]))]
}

/** Gradient ascent with momentum on the mean log-likelihood of the right topic, each group by its share. */
function fitTo(groups: Group[]): Float64Array {
	const weights = Float64Array.from(sides, (side) => worth[side])
	const speed = new Float64Array(sides.length)
	for (let round = 0; round < rounds; round++) {
		const slope = new Float64Array(sides.length)
		for (const { examples, share } of groups)
			for (const example of examples) addSlope(slope, example, weights, share / examples.length)
		for (let i = 0; i < sides.length; i++) {
			const direction = (slope[i] as number) - penalty * (weights[i] as number)
			speed[i] = 0.9 * (speed[i] as number) + stepSize * direction
			weights[i] = (weights[i] as number) + (speed[i] as number)
		}
	}
	return weights
}

function addSlope(slope: Float64Array, example: Example, weights: Float64Array, share: number) {
	const scores = example.map((each) => dot(each, weights))
	const highest = Math.max(...scores)
	const powers = scores.map((score) => Math.exp(score - highest))
	const sum = powers.reduce((all, power) => all + power, 0)
	for (const [position, each] of example.entries()) {
		const error = share * (Number(position === 0) - (powers[position] as number) / sum)
		for (let i = 0; i < sides.length; i++) slope[i] = (slope[i] as number) + error * (each[i] as number)
	}
}

function rightShare(weights: Float64Array, among: Example[]): string {
	const right = among.filter(([first, ...others]) => {
		const score = dot(first as Float64Array, weights)
		return others.every((other) => dot(other, weights) < score)
	})
	return `${((100 * right.length) / among.length).toFixed(1)} %`
}

function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0
	for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
	return sum
}
