// Reads `content/visitor.yaml`: what a visitor hears around the one sentence of an answer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

const wordsSchema = z.strictObject({
	automatic: z.string(),
	unsure: z.string(),
	legalisation: z.string(),
	invitation: z.string(),
})
export type VisitorWords = z.infer<typeof wordsSchema>

export async function loadVisitorWords(contentFolder: string): Promise<VisitorWords> {
	const parsed = wordsSchema.safeParse(parseYaml(await readFile(join(contentFolder, 'visitor.yaml'), 'utf8')))
	if (parsed.success) return parsed.data
	throw new Error(`visitor.yaml: ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`)
}
