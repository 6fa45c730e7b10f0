// Which side of a topic a message asks for: cost, time, papers, steps …
import type { FacetName } from '../../../contracts/guide.ts'
import type { GateParts } from '../gate.ts'
import type { Reading } from '../language/reading.ts'

export type FacetFinder = {
	/** The facet asked for. */
	find(reading: Reading): FacetName | undefined
	/** Terms that say what the message is about, without the words that only ask. */
	ownTerms(reading: Reading): string[]
	missing(facet: FacetName): string
}

/** Where a message asks for two, the first of these is meant: 'qué papeles ocupo y cómo le hago'. */
const order: FacetName[] = ['cost', 'documents', 'time', 'requirements', 'after', 'risks', 'steps']

export function createFacetFinder({
	gates,
	compile,
	language,
}: Pick<GateParts, 'gates' | 'compile' | 'language'>): FacetFinder {
	const { facets, general } = gates.facets
	const signs = order.map((name) => ({ name, phrases: compile(facets[name]?.signs ?? []) }))
	const generalTerms = new Set(general.flatMap((word) => language.terms(word)))
	return {
		find: (reading) => signs.find(({ phrases }) => phrases.matches(reading.heard))?.name,
		ownTerms: (reading) => reading.terms.filter((term) => !generalTerms.has(term) && !/^\d+$/.test(term)),
		missing: (facet) => facets[facet]?.missing ?? '',
	}
}
