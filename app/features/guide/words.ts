import type { FacetName, TopicCategory } from '../../../contracts/guide.ts'
import { m } from '../../i18n/messages.ts'

const facets: Record<FacetName, () => string> = {
	requirements: m.guide_facet_requirements,
	documents: m.guide_facet_documents,
	steps: m.guide_facet_steps,
	time: m.guide_facet_time,
	cost: m.guide_facet_cost,
	risks: m.guide_facet_risks,
	after: m.guide_facet_after,
}

const categories: Record<TopicCategory, () => string> = {
	residencia: m.conversations_category_residencia,
	asilo: m.conversations_category_asilo,
	trabajo: m.conversations_category_trabajo,
	familia: m.conversations_category_familia,
	otros: m.conversations_category_otros,
}

export const facetLabel = (name: FacetName): string => facets[name]()
export const categoryLabel = (category: TopicCategory): string => categories[category]()

/** 2026-06-15 → 15/06/2026, in either language: it is how people here write dates. */
export function dateOf(isoDate: string): string {
	return isoDate.slice(0, 10).split('-').reverse().join('/')
}
