// A saved chat: what its columns hold and what is derived from its question. The category is never stored.
import * as z from 'zod/mini'
import type { TopicCategory } from './guide.ts'

export const savedTitleCharacters = 50
export const cardTitleWords = 8

const contentSchema = z.object({ question: z.string(), answer: z.string() })
export type SavedChatContent = z.infer<typeof contentSchema>

/** The title column: the question, cut to 50 characters. */
export function savedChatTitle(question: string): string {
	const line = oneLine(question)
	const characters = Array.from(line)
	if (characters.length <= savedTitleCharacters) return line
	return `${characters.slice(0, savedTitleCharacters).join('')}...`
}

/** The title of a card: the question's first eight words. */
export function cardTitle(question: string): string {
	const words = oneLine(question).split(' ')
	return words.length <= cardTitleWords ? words.join(' ') : `${words.slice(0, cardTitleWords).join(' ')}…`
}

export function savedChatContent(content: SavedChatContent): string {
	return JSON.stringify({ question: content.question, answer: content.answer })
}

/** What the content column says. A row some other tool wrote still opens: its text is shown as the answer. */
export function readSavedChatContent(row: { title: string; content: string }): SavedChatContent {
	try {
		const parsed = contentSchema.safeParse(JSON.parse(row.content))
		if (parsed.success) return parsed.data
	} catch {}
	return { question: row.title, answer: row.content }
}

/** The category of a question. What a question names outright weighs more than a passing word; a tie goes to the first. */
export function categoryOf(question: string): TopicCategory {
	const words = ` ${plain(question)} `
	let best: TopicCategory = 'otros'
	let bestWeight = 0
	for (const [category, signs] of categorySigns) {
		const weight = 2 * countMatches(words, signs.named) + countMatches(words, signs.passing)
		if (weight > bestWeight) {
			best = category
			bestWeight = weight
		}
	}
	return best
}

type Signs = { named: RegExp; passing: RegExp }

const relatives =
	'espos[oa]s?|marido|mujer|novi[oa]|prometid[oa]|hij[oa]s?|hijastr[oa]s?|ninos?|bebe|mama|papas?|madre|padres?|herman[oa]s?|abuel[oa]s?|familia(?:res|r)?'

const categorySigns: [TopicCategory, Signs][] = [
	[
		'asilo',
		{
			named:
				/ (?:asil(?:o|ad[oa]s?)|asylum|i ?589|589|refugi(?:o|ad[oa]s?)|miedo creible|temor creible|withholding)(?= )/g,
			passing: / (?:persecucion|perseguid[oa]s?|persiguen|amenaz\w*|tortura|pandillas?|maras?)(?= )/g,
		},
	],
	[
		'trabajo',
		{
			named:
				/ (?:permisos? (?:de|para) trabaj(?:o|ar)|visas? de trabajo|autorizacion de empleo|ead|i ?765|765|i ?140|i ?9|h ?[12] ?[ab]|work permit|everify|e verify)(?= )/g,
			passing: / (?:trabaj\w*|emple\w*|jale|patron(?:es)?|salario|sueldo|pagan|despid\w*|seguro social)(?= )/g,
		},
	],
	[
		'familia',
		{
			named: new RegExp(
				` (?:i ?130|130|k ?1|peticion(?:es)? familiar(?:es)?|reunificacion|(?:pedir|traer|emigrar|peticionar|arreglarles?) (?:a |para )?(?:mis?|sus?) (?:${relatives})|matrimonio|cas(?:o|ar|arme|ado|ada|amos)|boda)(?= )`,
				'g',
			),
			passing: new RegExp(` (?:${relatives})(?= )`, 'g'),
		},
	],
	[
		'residencia',
		{
			named:
				/ (?:residencia|green ?card|mica|tarjeta verde|i ?485|485|i ?90|i ?751|ajust(?:e|ar)(?: de)?(?: mi)? (?:estatus|status)|ciudadania|naturaliza\w*|n ?400)(?= )/g,
			passing: / (?:residentes?|papeles|legaliz\w*|documentos|estatus|status|ciudadan[oa])(?= )/g,
		},
	],
]

function countMatches(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0
}

function plain(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim()
}
