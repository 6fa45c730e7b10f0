// The shape of a guide topic and of the facts register: what a non-programmer writes in `content/guide/` and
// `content/facts.yaml`. The loader, the assistant and the checks all rely on it.
import { z } from 'zod'

export const topicCategories = ['residencia', 'asilo', 'trabajo', 'familia', 'otros'] as const
export type TopicCategory = (typeof topicCategories)[number]

export const topicUrgencies = ['normal', 'soon', 'urgent'] as const
export type TopicUrgency = (typeof topicUrgencies)[number]

/** The facets a topic may have beside its answer, by the Spanish heading that stands in the file. */
export const facetHeadings = {
	Requisitos: 'requirements',
	Documentos: 'documents',
	Pasos: 'steps',
	Tiempo: 'time',
	Costo: 'cost',
	Riesgos: 'risks',
	Después: 'after',
} as const
export type FacetName = (typeof facetHeadings)[keyof typeof facetHeadings]

/** Only these hosts count as official: pages that copy them with changed figures exist. */
export const isOfficialUrl = (url: string): boolean => {
	const parsed = URL.parse(url)
	return parsed?.protocol === 'https:' && /(^|\.)(gov|mil)$/.test(parsed.hostname)
}

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
const isoDate = z.iso.date()

export const sourceSchema = z.strictObject({
	title: z.string().min(3),
	url: z.string().refine(isOfficialUrl, 'an https address of an official .gov or .mil host'),
	/** Date of the official text it was compared with; null while nobody has seen one. Shown as the review date. */
	checked: isoDate.nullable(),
})

export const topicFrontMatterSchema = z.strictObject({
	id: slug,
	title: z.string().min(3).max(90),
	category: z.enum(topicCategories),
	/** normal; soon: days count; urgent: a lawyer now. */
	urgency: z.enum(topicUrgencies),
	/** At least eight ways people really ask. */
	ask: z.array(z.string().min(3)).min(8),
	forms: z.array(z.string().regex(/^[A-Z]{1,4}-\d{1,4}[A-Z]?(-?[A-Z0-9]+)?$/, 'a form number such as I-485')),
	facts: z.array(slug).default([]),
	sources: z.array(sourceSchema).min(1),
	reviewedBy: z.strictObject({ name: z.string().min(3), date: isoDate }).nullable(),
	related: z.array(slug),
})
export type TopicFrontMatter = z.infer<typeof topicFrontMatterSchema>

export type Topic = TopicFrontMatter & {
	/** The folder below `content/guide/`. */
	area: string
	/** What the assistant says: 3 to 5 sentences, without Markdown. */
	answer: string
	facets: Partial<Record<FacetName, string>>
}

export const factSchema = z.strictObject({
	id: slug,
	/** The value as it stands, letter for letter, in every topic that names the fact: 'un año', '10 días'. */
	value: z.string().min(1),
	/** The whole rule in one sentence. */
	says: z.string().min(10),
	source: sourceSchema,
})
export type Fact = z.infer<typeof factSchema>
