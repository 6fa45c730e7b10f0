// Reads what the website helper knows from `content/site/`: one Markdown file per topic, and the words around them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

const frontMatterSchema = z
	.strictObject({
		id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens'),
		title: z.string().min(3).max(90),
		/** The address of the screen the answer is about. */
		screen: z.string().startsWith('/').optional(),
		/** What the app does not have yet, so that the answer says so: an address, a folder below app/, or a 'label'. */
		missing: z.string().optional(),
		/** At least six ways people really ask. */
		ask: z.array(z.string().min(2)).min(6),
	})
	.refine(({ screen, missing }) => (screen === undefined) !== (missing === undefined), 'has a screen or is missing one')

const wordsSchema = z.strictObject({
	immigration: z.string(),
	urgent: z.string(),
	steering: z.string(),
	unknown: z.string(),
	unsure: z.string(),
	sayings: z.array(z.strictObject({ heard: z.array(z.string()), reply: z.string() })),
	groups: z.record(z.string(), z.array(z.string())),
	ignore: z.array(z.string()),
	/** What only somebody who means this page says. */
	page: z.array(z.string()),
	/** What shows that another office or app is meant. */
	elsewhere: z.array(z.string()),
})

/** `answer`: two or three sentences without Markdown. */
export type SiteTopic = z.infer<typeof frontMatterSchema> & { answer: string }
export type SiteWords = z.infer<typeof wordsSchema>
export type Site = { topics: SiteTopic[]; words: SiteWords }

/** Everything below `content/site/`; an error names the file and the place. */
export async function loadSite(contentFolder: string): Promise<Site> {
	const folder = join(contentFolder, 'site')
	const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
	const topics = files.map(async (name) => parseSiteTopic(name, await readFile(join(folder, name), 'utf8')))
	const words = parseYaml(await readFile(join(folder, 'words.yaml'), 'utf8'))
	return { topics: await Promise.all(topics), words: check('words.yaml', wordsSchema, words) }
}

/** The topic in `text`; `file` names it in errors. */
export function parseSiteTopic(file: string, text: string): SiteTopic {
	const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n'))
	if (!parts) throw new Error(`site/${file}: does not begin with front matter between two lines of ---`)
	const [, frontMatter = '', body = ''] = parts
	return { ...check(file, frontMatterSchema, parseYaml(frontMatter)), answer: body.trim().replace(/\s*\n\s*/g, ' ') }
}

function check<Shape>(file: string, schema: z.ZodType<Shape>, value: unknown): Shape {
	const checked = schema.safeParse(value)
	if (checked.success) return checked.data
	const first = checked.error.issues[0]
	throw new Error(`site/${file}: ${first?.path.join('.')}: ${first?.message}`)
}
