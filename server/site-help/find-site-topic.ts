// Which topic about the site a question means, and how sure that is: the way of asking most like it, by the words that
// count and by all words as they stand, and how much of the question the topic's own words cover. The bars were set on
// the topics' ways to ask, each left out in turn, against the ways to ask the immigration guide.
import type { SiteTopic } from './load-site.ts'

export type FoundSiteTopic = { topic: SiteTopic; sureness: 'sure' | 'likely' | 'unsure'; confidence: number }
/** A text as the words that count, and as all its words. */
export type SiteQuestion = { terms: readonly string[]; plain: string }
export type SiteTopicFinder = { find(question: SiteQuestion): FoundSiteTopic | undefined }

const bars = { sure: 0.6, likely: 0.46 }
/** As many topics a word that none of them knows counts like. */
const unknownFrequency = 3
const parts = { likeness: 0.5, cover: 0.3, words: 0.2 }

export function createSiteTopicFinder(
	topics: readonly SiteTopic[],
	read: (text: string) => SiteQuestion,
): SiteTopicFinder {
	const entries = topics.map((topic) => {
		const asks = [topic.title, ...topic.ask].map(read).map(prepare)
		return { topic, asks, known: new Set(asks.flatMap(({ terms }) => [...terms])) }
	})
	const weight = rarity(entries.map(({ known }) => known))
	const weigh = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + weight(term), 0)
	const square = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + weight(term) ** 2, 0)
	const squares = new Map(entries.flatMap(({ asks }) => asks.map((ask) => [ask, square(ask.terms)] as const)))

	function likeness(ask: Prepared, question: Prepared, questionSquare: number): number {
		const both = square(common(ask.terms, question.terms))
		const byTerms = both ? both / Math.sqrt((squares.get(ask) ?? 0) * questionSquare) : 0
		const byWords = common(ask.words, question.words).length / Math.sqrt(ask.words.size * question.words.size)
		return parts.likeness * byTerms + parts.words * byWords
	}

	/** 'no hace nada', 'que es esto': nothing but small words, known only as a whole. */
	function findWordForWord({ words }: Prepared): FoundSiteTopic | undefined {
		const same = (ask: Prepared) => ask.words.size === words.size && common(ask.words, words).length === words.size
		const entry = words.size > 0 ? entries.find(({ asks }) => asks.some(same)) : undefined
		return entry && { topic: entry.topic, confidence: 1, sureness: 'sure' }
	}

	return {
		find(question) {
			const asked = prepare(question)
			if (asked.terms.size === 0) return findWordForWord(asked)
			const whole = weigh(asked.terms)
			const askedSquare = square(asked.terms)
			const scored = entries.map(({ topic, asks, known }) => {
				// Without a word that counts in common no way to ask is near enough.
				if (common(asked.terms, known).length === 0) return { topic, confidence: 0 }
				const nearest = Math.max(...asks.map((ask) => likeness(ask, asked, askedSquare)))
				return { topic, confidence: nearest + (parts.cover * weigh(common(asked.terms, known))) / whole }
			})
			const best = scored.reduce((a, b) => (b.confidence > a.confidence ? b : a))
			return { ...best, sureness: surenessOf(best.confidence) }
		},
	}
}

type Prepared = { terms: Set<string>; words: Set<string> }

function prepare({ terms, plain }: SiteQuestion): Prepared {
	return { terms: new Set(terms), words: new Set(plain.split(' ').filter((word) => /[a-z0-9]/.test(word))) }
}

function common(a: Set<string>, b: Set<string>): string[] {
	return [...a].filter((each) => b.has(each))
}

function surenessOf(confidence: number): FoundSiteTopic['sureness'] {
	if (confidence >= bars.sure) return 'sure'
	return confidence >= bars.likely ? 'likely' : 'unsure'
}

/** How rare a term is among the topics. Words that none of them knows are mostly talk, and count less. */
function rarity(known: readonly Set<string>[]): (term: string) => number {
	const frequency = new Map<string, number>()
	for (const terms of known) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
	const weigh = (count: number) => Math.log(1 + known.length / count)
	const weights = new Map([...frequency].map(([term, count]) => [term, weigh(count)]))
	return (term) => weights.get(term) ?? weigh(unknownFrequency)
}
