// What goes to the service: the instruction, then everything else as delimited data in one message. What people wrote can
// neither close a delimiter nor pass for the assistant's own words.
import type { Topic } from '../../../contracts/guide.ts'
import { facetHeadings } from '../../../contracts/guide.ts'
import type { Brief } from '../speaker.ts'
import type { Grounding } from './grounding.ts'
import type { Instructions } from './instructions.ts'
import type { ModelMessage } from './provider.ts'
import { redact } from './redact.ts'

const mostTurns = 4

export type MessageParts = {
	instructions: Instructions
	/** True for a text that tries to steer; a turn with one is not told. */
	isSteering(text: string): boolean
}

/** The messages of one call, without anything that says who the person is. */
export function messagesOf(
	{ instructions, isSteering }: MessageParts,
	brief: Brief,
	grounding: Grounding,
): ModelMessage[] {
	const clean = (text: string) => redact(text, brief.personal)
	const turns = brief.turns
		.filter(({ question, answer }) => !isSteering(question) && !isSteering(answer))
		.slice(-mostTurns)
		.map(({ question, answer }) => [`Persona: ${clean(question)}`, answer && `Asistente: ${clean(answer)}`])
	const hint = grounding.goesOn ? instructions.goOn : grounding.isUnsure ? instructions.unsure : ''
	const content = [
		delimited('datos', [...grounding.topics.map(topicText), reviewedText(grounding)].filter(Boolean).join('\n\n')),
		turns.length > 0 ? delimited('platica', turns.flat().filter(Boolean).join('\n')) : '',
		delimited('pregunta', clean(brief.question)),
		hint,
	]
	return [
		{ role: 'system', content: instructions.system[brief.audience] },
		{ role: 'user', content: content.filter(Boolean).join('\n\n') },
	]
}

/** What the person said in their own words, as the service got it. */
export function saidBy({ question, turns, personal }: Brief): string[] {
	return [question, ...turns.map((turn) => turn.question)].map((text) => redact(text, personal))
}

function delimited(name: string, text: string): string {
	return `<${name}>\n${text.replaceAll('<', '‹').replaceAll('>', '›')}\n</${name}>`
}

function topicText({ title, answer, facets, forms, sources }: Topic): string {
	const sides = Object.entries(facetHeadings).flatMap(([heading, name]) => {
		const text = facets[name]
		return text ? [`${heading}: ${text}`] : []
	})
	const lines = [
		`Tema: ${title}`,
		`Respuesta: ${answer}`,
		...sides,
		forms.length > 0 ? `Formularios: ${forms.join(', ')}` : '',
		sources.length > 0 ? `Fuentes: ${sources.map((source) => source.title).join('; ')}` : '',
	]
	return lines.filter(Boolean).join('\n')
}

function reviewedText({ reviewed }: Grounding): string {
	return reviewed ? `Respuesta revisada de la guía a este mensaje: ${reviewed}` : ''
}
