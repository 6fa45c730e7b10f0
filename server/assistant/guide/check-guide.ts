// What `admin guide check` and the tests ask of the guide beyond its schema: references that lead somewhere, facts
// that say the same everywhere, plain words, readable sentences.
import type { Fact, Topic } from '../../../contracts/guide.ts'
import { plainWords } from '../language/plain.ts'
import type { Guide } from './load-guide.ts'
import { countSentences, readability } from './readability.ts'

export type GuideProblem = { topic: string; problem: string }

/** What is no error but wants somebody's eyes: dates that grow old, sources nobody has dated. */
export type GuideNotice = { topic: string; notice: string }

/** Fernández-Huerta score below which an answer counts as hard to read. */
export const minimumReadability = 70

/** Months after which a source is to be compared again. */
const freshMonths = 12
/** Share of the rarer words of two answers that must be the same for one topic to repeat the other. */
const sameAnswer = 0.75

const forbidden: [RegExp, string][] = [
	[/\bEE\.? ?UU\b|\bEUA\b|\bU\.?S\.?A\b/u, "'Estados Unidos' is written in full"],
	[
		/\b(te|le|les) garantiz|\bgarantizamos\b|aprobación (está )?asegurada|seguro que te (aprueban|dan)/iu,
		'promises a result',
	],
	[/https?:\/\/|www\./u, 'an address in the text: it belongs into sources'],
	[/[*_`#|]|\[[^\]]*\]\(/u, 'Markdown in the text, which is also read aloud'],
	[/\$ ?\d/u, 'an amount in dollars: fees change, point to the page'],
]

/** Every problem found, nothing when the guide is sound. */
export function checkGuide({ topics, facts }: Guide): GuideProblem[] {
	const problems: GuideProblem[] = []
	const ids = new Set<string>()
	const known = new Set(topics.map((topic) => topic.id))
	const factById = new Map(facts.map((fact) => [fact.id, fact]))
	for (const topic of topics) {
		const report = (problem: string) => problems.push({ topic: topic.id, problem })
		if (ids.has(topic.id)) report('the id stands twice')
		ids.add(topic.id)
		for (const related of topic.related) if (!known.has(related)) report(`related topic "${related}" does not exist`)
		checkFacts(topic, factById, report)
		checkWords(topic, report)
		checkAnswer(topic, report)
	}
	return [...problems, ...findRepetitions(topics)]
}

/** Sources whose text was compared longer ago than a year before `now`. */
export function findStaleReviews({ topics, facts }: Guide, now: Date): GuideNotice[] {
	const oldest = new Date(now)
	oldest.setUTCMonth(oldest.getUTCMonth() - freshMonths)
	const limit = oldest.toISOString().slice(0, 10)
	const dated = [
		...topics.flatMap(({ id, sources }) => sources.map((source) => ({ id, ...source }))),
		...facts.map(({ id, source }) => ({ id: `fact ${id}`, ...source })),
	]
	return dated.flatMap(({ id, title, checked }) =>
		checked !== null && checked < limit ? [{ topic: id, notice: `"${title}" was last compared on ${checked}` }] : [],
	)
}

/** One way to ask in two topics, and answers that say the same: either is answered by chance. */
function findRepetitions(topics: readonly Topic[]): GuideProblem[] {
	const problems: GuideProblem[] = []
	const owner = new Map<string, string>()
	for (const topic of topics) {
		for (const ask of topic.ask) {
			const words = plainWords(ask).join(' ')
			const first = owner.get(words)
			if (first && first !== topic.id) problems.push({ topic: topic.id, problem: `"${ask}" is also asked in ${first}` })
			owner.set(words, topic.id)
		}
	}
	const answers = topics.map(({ id, answer }) => ({ id, words: new Set(longWords(answer)) }))
	for (const [i, one] of answers.entries()) {
		for (const other of answers.slice(i + 1)) {
			const shared = one.words.intersection(other.words).size
			if (shared > sameAnswer * Math.min(one.words.size, other.words.size))
				problems.push({ topic: other.id, problem: `answers nearly the same as ${one.id}` })
		}
	}
	return problems
}

function longWords(text: string): string[] {
	return plainWords(text).filter((word) => word.length > 4)
}

function checkFacts(topic: Topic, factById: Map<string, Fact>, report: (problem: string) => void) {
	const text = [topic.answer, ...Object.values(topic.facets)].join('\n').toLowerCase()
	for (const id of topic.facts) {
		const fact = factById.get(id)
		if (!fact) report(`fact "${id}" does not stand in content/facts.yaml`)
		else if (!text.includes(fact.value.toLowerCase())) report(`names the fact "${id}" but does not say "${fact.value}"`)
	}
}

function checkWords(topic: Topic, report: (problem: string) => void) {
	for (const text of [topic.title, topic.answer, ...Object.values(topic.facets)]) {
		for (const [pattern, problem] of forbidden) if (pattern.test(text.replace(/^- /gm, ''))) report(problem)
	}
	if (new Set(topic.ask.map((ask) => ask.toLowerCase())).size !== topic.ask.length) report('a way to ask stands twice')
}

function checkAnswer(topic: Topic, report: (problem: string) => void) {
	const sentences = countSentences(topic.answer)
	if (sentences < 3 || sentences > 5) report(`the answer has ${sentences} sentences instead of 3 to 5`)
	if (topic.answer.includes('\n')) report('the answer is more than one paragraph')
	const score = readability(topic.answer)
	if (score < minimumReadability) report(`readability ${score.toFixed(0)} is under ${minimumReadability}`)
	if (topic.urgency === 'urgent' && !/abogad|representante/i.test(topic.answer)) report('urgent, but names no lawyer')
}
