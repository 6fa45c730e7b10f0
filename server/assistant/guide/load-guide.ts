// Reads the whole guide from disk: topics and the facts register.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { type Fact, factSchema, type Topic } from '../../../contracts/guide.ts'
import { parseTopic } from './parse-topic.ts'

export type Guide = { topics: Topic[]; facts: Fact[] }

/** Every topic below `content/guide/`, in the order of their ids, and every fact of `content/facts.yaml`. */
export async function loadGuide(contentFolder: string): Promise<Guide> {
	const folder = join(contentFolder, 'guide')
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
	const topics = await Promise.all(
		files.map(async (entry) => {
			const path = join(entry.parentPath, entry.name)
			return parseTopic(relative(folder, path).replaceAll('\\', '/'), await readFile(path, 'utf8'))
		}),
	)
	const facts = z.array(factSchema).parse(parseYaml(await readFile(join(contentFolder, 'facts.yaml'), 'utf8')))
	return { topics: topics.sort((a, b) => (a.id < b.id ? -1 : 1)), facts }
}
