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

	function likeness(ask: Prepared, question: Prepared): number {
		const both = square(common(ask.terms, question.terms))
		const byTerms = both ? both / Math.sqrt(square(ask.terms) * square(question.terms)) : 0
		const byWords = common(ask.words, question.words).length / Math.sqrt(ask.words.size * question.words.size)
		return parts.likeness * byTerms + parts.words * byWords
	}

	return {
		find(question) {
			const asked = prepare(question)
			if (asked.terms.size === 0) return undefined
			const whole = weigh(asked.terms)
			const scored = entries.map(({ topic, asks, known }) => {
				const nearest = Math.max(...asks.map((ask) => likeness(ask, asked)))
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
	return (term) => Math.log(1 + known.length / (frequency.get(term) ?? unknownFrequency))
}
