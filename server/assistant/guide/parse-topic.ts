// Turns one Markdown file of `content/guide/` into a topic. Knows the file's shape and nothing of folders.
import { parse as parseYaml } from 'yaml'
import { type FacetName, facetHeadings, type Topic, topicFrontMatterSchema } from '../../../contracts/guide.ts'

/** The topic in `text`; `file` names it in errors and its parent folder is the topic's area. */
export function parseTopic(file: string, text: string): Topic {
	const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n'))
	if (!parts) throw new Error(`${file}: does not begin with front matter between two lines of ---`)
	const frontMatter = topicFrontMatterSchema.safeParse(parseYaml(parts[1] as string))
	if (!frontMatter.success) {
		const first = frontMatter.error.issues[0]
		throw new Error(`${file}: ${first?.path.join('.')}: ${first?.message}`)
	}
	const [answer, ...sections] = (parts[2] as string).split(/^## /m)
	const area = file.split('/').at(-2) ?? ''
	return {
		...frontMatter.data,
		area,
		answer: joinLines(answer as string),
		facets: Object.fromEntries(sections.map((section) => parseSection(file, section))),
	}
}

function parseSection(file: string, section: string): [FacetName, string] {
	const [heading = '', ...body] = section.split('\n')
	const name = facetHeadings[heading.trim() as keyof typeof facetHeadings]
	if (!name) throw new Error(`${file}: unknown heading "${heading.trim()}"`)
	return [name, joinLines(body.join('\n'))]
}

/** Paragraphs and list items keep their own lines; a line break inside a paragraph is only a wrapped line. */
function joinLines(text: string): string {
	return text
		.trim()
		.split(/\n{2,}|\n(?=- )/)
		.map((block) => block.trim().replace(/\s*\n\s*/g, ' '))
		.filter(Boolean)
		.join('\n')
}
