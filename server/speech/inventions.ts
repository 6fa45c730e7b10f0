// Transcribers invent sentences where nobody speaks. What they are known to invent stands in
// `content/speech/inventions.yaml`; such a sentence is taken out before anybody can take it for a question.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { sentencesOf } from '../assistant/language/sentences.ts'

const inventionsSchema = z.strictObject({
	/** A sentence is one of them. */
	sentences: z.array(z.string()).min(1),
	/** A sentence begins with one of them. */
	beginnings: z.array(z.string()).min(1),
})
export type Inventions = z.infer<typeof inventionsSchema>

/** `text` without them; empty when nothing else was heard. */
export type WithoutInventions = (text: string) => string

export function createWithoutInventions({ sentences, beginnings }: Inventions): WithoutInventions {
	const whole = new Set(sentences)
	const isInvented = (sentence: string) => {
		const words = bareWords(sentence)
		return words === '' || whole.has(words) || beginnings.some((beginning) => `${words} `.startsWith(`${beginning} `))
	}
	return (text) =>
		sentencesOf(text)
			.filter((sentence) => !isInvented(sentence))
			.join(' ')
}

export async function loadInventions(contentFolder: string): Promise<Inventions> {
	const text = await readFile(join(contentFolder, 'speech', 'inventions.yaml'), 'utf8')
	const parsed = inventionsSchema.safeParse(parseYaml(text))
	if (parsed.success) return parsed.data
	const [first] = parsed.error.issues
	throw new Error(`speech/inventions.yaml: ${first?.path.join('.')}: ${first?.message}`)
}

function bareWords(sentence: string): string {
	return sentence
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, ' ')
		.trim()
}
