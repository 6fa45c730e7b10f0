// Whether the evidence carries a sentence: what it says must stand in one or two sentences of the guide, and what it adds
// must be common words of the guide or neutral. A word weighs what it is rare in the guide.
import type { Topic } from '../../../contracts/guide.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { CheckingTables } from './load-tables.ts'
import type { Clause, Word, WordReader } from './read-words.ts'

type Keys = ReadonlySet<string>

export type EvidenceSentence = { clauses: Clause[]; keys: Keys }
export type EvidenceText = {
	sentences: EvidenceSentence[]
	keys: ReadonlySet<string>
	/** What people ask and the title: they name things but advise nothing. */
	asked: ReadonlySet<string>
}
export type Measured = {
	/** The weight that nothing carries, and its share of the sentence. */
	loose: number
	share: number
	/** Orders that stand nowhere. */
	actions: Word[]
}

/** Words for the guide as a whole: `topics` tell how rare each is. */
export function createSupport(reader: WordReader, neutral: CheckingTables['neutral'], topics: readonly Topic[]) {
	const rarity = createWeights(reader, topics)
	const isEveryday = matcher(neutral.everyday)
	const weight = (word: Word) => {
		if (isLight(word.text)) return 0
		const full = Math.min(mostWeight, Math.max(0, rarity(word) - common))
		return isEveryday(word.text) ? full / 2 : full
	}
	const isNeutralWord = matcher(neutral.words)
	const isNeutralAction = matcher(neutral.actions)
	const isLight = matcher(neutral.light)

	return { readEvidence, measure }

	function readEvidence(text: string, asked = ''): EvidenceText {
		const sentences = sentencesOf(text.replace(/^- /gm, '')).map((sentence) => {
			const clauses = reader.clauses(sentence)
			return { clauses, keys: keysOf(clauses) }
		})
		return {
			sentences,
			keys: new Set(sentences.flatMap(({ keys }) => [...keys])),
			asked: keysOf(reader.clauses(asked)),
		}
	}

	function measure(clauses: Clause[], evidence: readonly EvidenceText[], said: ReadonlySet<string>): Measured {
		const words = clauses.flatMap(({ words }) => words)
		const near = nearestKeys(words, evidence)
		const credit = new Map(words.map((word) => [word, creditOf(word, near, evidence, said)]))
		const loose = sumOf(words, (word) => weight(word) * (1 - (credit.get(word) ?? 0)))
		const orders = clauses.flatMap(({ isCondition, words }) =>
			isCondition ? [] : words.filter(({ isAction, isDenied }) => isAction && !isDenied),
		)
		return {
			loose,
			share: loose / Math.max(sumOf(words, weight), leastWhole),
			actions: orders.filter((word) => weight(word) > leastAction && (credit.get(word) ?? 0) < 0.5),
		}
	}

	function creditOf(word: Word, near: Keys[], evidence: readonly EvidenceText[], said: Keys): number {
		if (isNeutralAction(word.text) || (!word.isAction && isNeutralWord(word.text))) return 1
		return standing(word, near, evidence, said)
	}

	/** The keys of the one or two sentences that share most with `words`. */
	function nearestKeys(words: Word[], evidence: readonly EvidenceText[]): Keys[] {
		const near: Keys[] = []
		let left = words
		for (let round = 0; round < 2 && left.length > 0; round++) {
			let best: { keys: Keys; met: number } | undefined
			for (const { sentences } of evidence)
				for (const { keys } of sentences) {
					const met = sumOf(left, (word) => (has(keys, word) ? weight(word) + 0.1 : 0))
					if (met > (best?.met ?? 0)) best = { keys, met }
				}
			if (!best) break
			near.push(best.keys)
			left = left.filter((word) => !has(best.keys, word))
		}
		return near
	}
}

/** What stands in every third topic weighs nothing. */
const common = 1.2
const mostWeight = 3.5
/** A short sentence counts as one of this weight. */
const leastWhole = 3
/** An order of less weight need not stand in the guide. */
const leastAction = 0.2
/** What a word counts that stands in another sentence of the evidence, or that only means alike. */
const elsewhere = 0.8
const alike = 0.8

/** How well the evidence carries a word, 0 to 1. The person's own words carry no order. */
function standing(word: Word, near: Keys[], evidence: readonly EvidenceText[], said: Keys): number {
	const isNear = near.some((keys) => has(keys, word))
	if (isNear && near.some((keys) => isIn(keys, word))) return 1
	if (evidence.some(({ keys }) => isIn(keys, word))) return elsewhere
	if (isNear) return alike
	if (evidence.some(({ keys }) => has(keys, word))) return elsewhere * alike
	if (word.isAction) return 0
	if (evidence.some(({ asked }) => has(asked, word))) return 0.6
	return has(said, word) ? 0.5 : 0
}

function sumOf<Each>(list: readonly Each[], of: (each: Each) => number): number {
	return list.reduce((sum, each) => sum + of(each), 0)
}

function isIn(keys: ReadonlySet<string>, word: Word): boolean {
	return word.keys.some((key) => /^[wvp]:/.test(key) && keys.has(key))
}

export function has(keys: ReadonlySet<string>, word: Word): boolean {
	return word.keys.some((key) => keys.has(key))
}

export function keysOf(clauses: Clause[]): Set<string> {
	return new Set(clauses.flatMap(({ words }) => words.flatMap(({ keys }) => keys)))
}

/** How rarely a word stands in the topics of the guide. */
function createWeights(reader: WordReader, topics: readonly Topic[]): (word: Word) => number {
	const counts = new Map<string, number>()
	for (const topic of topics) {
		const keys = keysOf(reader.clauses([topic.answer, ...Object.values(topic.facets), ...topic.ask].join('\n')))
		for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
	}
	return ({ keys }) => {
		const known = keys.filter((key) => /^[wv]:/.test(key)).map((key) => counts.get(key) ?? 0)
		return Math.log((topics.length + 1) / (Math.max(...known) + 1))
	}
}

/** Whether a word is one of `patterns`; deport* stands for every word that begins so. */
export function matcher(patterns: readonly string[]): (word: string) => boolean {
	const whole = new Set(patterns.filter((pattern) => !pattern.endsWith('*')))
	const starts = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
	return (word) => whole.has(word) || starts.some((start) => word.startsWith(start))
}
