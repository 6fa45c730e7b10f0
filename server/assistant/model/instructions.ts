// Reads what a language model is told before it words an answer: content/instructions/, one Markdown file each.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Audience } from '../speaker.ts'

/** The one word with which the model says that the grounding does not answer the question. */
export const sentinel = 'SIN_RESPUESTA'

export type Instructions = {
	/** What goes first, by whom the words are for. */
	system: Record<Audience, string>
	/** Said beside the question when it is not sure that any topic is meant. */
	unsure: string
	/** Said beside the question when the rest of a cut answer is wanted. */
	goOn: string
}

/** The files of `content/instructions/`; an error names the file. */
export async function loadInstructions(contentFolder: string): Promise<Instructions> {
	const load = (name: string) => loadText(join(contentFolder, 'instructions', `${name}.md`))
	const [rules, person, visitor, helper, unsure, goOn] = await Promise.all(
		['rules', 'person', 'visitor', 'helper', 'unsure', 'continue'].map(load),
	)
	const system = (persona = '') => `${persona}\n\n${rules}`
	return {
		system: { person: system(person), visitor: system(visitor), helper: system(helper) },
		unsure: unsure ?? '',
		goOn: goOn ?? '',
	}
}

/** Lines of a paragraph belong together; a heading is for whoever edits the file. */
async function loadText(file: string): Promise<string> {
	const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').replace(/^#.*$/gm, '')
	const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
	const joined = paragraphs.filter(Boolean).join('\n').replaceAll('{sentinel}', sentinel)
	if (!joined) throw new Error(`${file}: has no text`)
	return joined
}
