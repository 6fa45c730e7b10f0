// Puts together what the public pages about the guide are made from, and hands it to the build as the module
// `virtual:guide-book`. Only what renders pages may import it: a browser gets the data of the page it opens.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { facetHeadings, type Topic } from '../contracts/guide.ts'
import type { FormLink, GuideBook, GuideGroup, Quality, TopicLink, TopicPage } from '../contracts/guide-pages.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'

const moduleName = 'virtual:guide-book'
const facetOrder = Object.values(facetHeadings)

const areaSchema = z.strictObject({ id: z.string(), title: z.string() })
const groupsSchema = z.array(z.strictObject({ title: z.string(), areas: z.array(areaSchema) }))
type Groups = z.infer<typeof groupsSchema>

/** Everything the pages show, from the project in `root`. */
export async function readGuideBook(root: string): Promise<GuideBook> {
	const content = join(root, 'content')
	const [{ topics }, areas, forms, quality] = await Promise.all([
		loadGuide(content),
		readFile(join(content, 'areas.yaml'), 'utf8'),
		readFile(join(content, 'gates/forms.yaml'), 'utf8'),
		readQuality(join(root, 'docs/quality.json')),
	])
	const groups = withMissingAreas(groupsSchema.parse(parseYaml(areas)), topics)
	return { ...bindGuide(topics, groups, parseYaml(forms) as Record<string, string>), quality }
}

/** The pages of these topics, in the order of the groups. */
export function bindGuide(
	topics: Topic[],
	groups: Groups,
	formNames: Record<string, string>,
): Omit<GuideBook, 'quality'> {
	const links = new Map(topics.map((topic) => [topic.id, linkTo(topic)]))
	const areaTitles = new Map(groups.flatMap(({ areas }) => areas.map(({ id, title }) => [id, title] as const)))
	const formPages = officialFormPages(topics)
	const page = (topic: Topic): TopicPage => ({
		...linkTo(topic),
		category: topic.category,
		area: { id: topic.area, title: areaTitles.get(topic.area) ?? topic.area },
		answer: topic.answer,
		facets: facetOrder.flatMap((name) => (topic.facets[name] ? [{ name, text: topic.facets[name] }] : [])),
		forms: topic.forms.map(
			(number): FormLink => ({ number, what: formNames[number] ?? null, url: formPages.get(number) ?? null }),
		),
		sources: topic.sources,
		reviewedBy: topic.reviewedBy,
		related: topic.related.flatMap((id) => links.get(id) ?? []),
	})
	return {
		index: { groups: fillGroups(groups, topics), counts: countTopics(topics) },
		topics: Object.fromEntries(topics.map((topic) => [topic.id, page(topic)])),
		search: topics.map(({ id, title, area, ask }) => ({
			id,
			title,
			area: areaTitles.get(area) ?? area,
			ask: ask.join('\n'),
		})),
	}
}

/** Gives `virtual:guide-book` to what renders pages, and refuses it to the browser's bundle. */
export function guideBook(root: string): Plugin {
	return {
		name: 'guide-book',
		resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
		async load(id) {
			if (id !== `\0${moduleName}`) return null
			if (this.environment.name === 'client') throw new Error(`${moduleName} must not reach the browser`)
			const text = JSON.stringify(JSON.stringify(await readGuideBook(root)))
			return `export const guideBook = JSON.parse(${text})`
		},
	}
}

function linkTo({ id, title, urgency }: Topic): TopicLink {
	return { id, title, urgency }
}

function countTopics(topics: Topic[]) {
	return { topics: topics.length, reviewed: topics.filter(({ reviewedBy }) => reviewedBy).length }
}

function fillGroups(groups: Groups, topics: Topic[]): GuideGroup[] {
	const byTitle = topics.toSorted((a, b) => a.title.localeCompare(b.title, 'es'))
	const filled = groups.map(({ title, areas }) => ({
		title,
		areas: areas
			.map(({ id, title }) => ({ id, title, topics: byTitle.filter(({ area }) => area === id).map(linkTo) }))
			.filter(({ topics }) => topics.length > 0),
	}))
	return filled.filter(({ areas }) => areas.length > 0)
}

/** A topic in a folder that nobody has named yet is not lost. */
function withMissingAreas(groups: Groups, topics: Topic[]): Groups {
	const named = new Set(groups.flatMap(({ areas }) => areas.map(({ id }) => id)))
	const missing = [...new Set(topics.map(({ area }) => area))].filter((area) => !named.has(area)).sort()
	if (missing.length === 0) return groups
	const areas = missing.map((id) => ({ id, title: id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ') }))
	return [...groups, { title: 'Más temas', areas }]
}

/** The official page of a form: a source of some topic whose address ends with the form's number. */
function officialFormPages(topics: Topic[]): Map<string, string> {
	const pages = new Map<string, string>()
	for (const { url } of topics.flatMap(({ sources }) => sources)) {
		const last = new URL(url).pathname.split('/').findLast(Boolean) ?? ''
		const number = last.replace(/^about-form-/, '').toUpperCase()
		// The page in Spanish, where there is one.
		if (!pages.has(number) || url.includes('/es/')) pages.set(number, url)
	}
	return pages
}

async function readQuality(file: string): Promise<Quality | null> {
	const text = await readFile(file, 'utf8').catch(() => null)
	return text === null ? null : JSON.parse(text)
}
