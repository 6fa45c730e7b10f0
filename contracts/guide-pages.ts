// What the public pages about the guide show. Made from `content/` when the pages are built, and nothing but data.
import type { FacetName, TopicCategory, TopicUrgency } from './guide.ts'

export type TopicLink = { id: string; title: string; urgency: TopicUrgency }

export type GuideArea = { id: string; title: string; topics: TopicLink[] }
export type GuideGroup = { title: string; areas: GuideArea[] }

/** `reviewed`: how many of the topics a lawyer has read. */
export type GuideCounts = { topics: number; reviewed: number }
export type GuideIndex = { groups: GuideGroup[]; counts: GuideCounts }

/** `url`: the form's official page, where the guide knows it. */
export type FormLink = { number: string; what: string | null; url: string | null }

export type TopicPage = TopicLink & {
	category: TopicCategory
	area: { id: string; title: string }
	answer: string
	facets: { name: FacetName; text: string }[]
	forms: FormLink[]
	/** `checked`: date of the official text; null while nobody has seen one. */
	sources: { title: string; url: string; checked: string | null }[]
	reviewedBy: { name: string; date: string } | null
	related: TopicLink[]
}

/** What the search on the page looks through: `ask` holds the ways people ask, one per line. */
export type GuideSearchEntry = { id: string; title: string; area: string; ask: string }

/** Where the answers are measured: right ones of all, by kind of question. */
export type QualitySet = {
	id: string
	questions: number
	right: number
	/** Answers that could have hurt somebody; absent where the set does not look for them. */
	dangerous?: number
	kinds: { kind: string; questions: number; right: number }[]
}
export type Quality = { date: string; sets: QualitySet[] }

/** Everything the pages are made from. */
export type GuideBook = {
	index: GuideIndex
	topics: Record<string, TopicPage>
	search: GuideSearchEntry[]
	/** Null before the first measurement. */
	quality: Quality | null
}

/** Where the search list lies; fetched when somebody wants to search. */
export const guideSearchPath = '/guia/busqueda.json'

/** Stands in built pages where the address of the installation belongs; the server fills it in. */
export const publicUrlMark = '__FARO_PUBLIC_URL__'
