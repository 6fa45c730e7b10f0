// What the assistant tells a visitor: the same gates as for everybody, but one general sentence. Somebody in danger hears
// everything; who asks for papers gets one sentence and the invitation, because the interview needs an account.
import type { AnswerSource } from '../../contracts/assistant.ts'
import type { Considered } from '../assistant/answer.ts'
import type { Assistant } from '../assistant/create-assistant.ts'
import type { Gates } from '../assistant/gates/load-gates.ts'
import { sentencesOf } from '../assistant/language/sentences.ts'
import { emptyState } from '../assistant/state.ts'
import type { VisitorWords } from './load-words.ts'

export type VisitorParts = { assistant: Pick<Assistant, 'consider'>; gates: Gates; words: VisitorWords }
export type VisitorAnswer = {
	reply: string
	sources: AnswerSource[]
	/** What the gates made of the question; undefined where these words stand as they are. */
	considered?: Considered
}

/** Answers the last of a visitor's questions; an empty reply when there is nothing to answer. */
export type Visitor = (questions: readonly string[]) => VisitorAnswer

/** 'Hola.' or 'Eso no lo hago.' alone says nothing. */
const shortestSentence = 5

export function createVisitor({ assistant, gates, words }: VisitorParts): Visitor {
	const { opening, likely } = gates.talk
	const doubt = likely.slice(0, likely.indexOf('{'))
	const waysEnd = gates.legalisation.closing.replace(/\.$/, '')

	return (questions) => {
		let state = emptyState
		let considered: Considered | undefined
		for (const question of questions) {
			considered = assistant.consider(state, question)
			// Nobody waits for the answers to two questions that a visitor is not asked.
			state = { ...considered.turn.state, interview: undefined }
		}
		if (!considered || considered.turn.kind === 'ignored') return { reply: '', sources: [] }
		const { kind, reply, sources, state: after } = considered.turn
		if (kind === 'urgent') return { reply, sources }
		if (after.interview || reply.includes(waysEnd))
			return { reply: `${greeting(reply)}${words.legalisation} ${words.invitation}`, sources: [] }
		return { reply: oneSentence(reply), sources, considered }
	}

	/** On first contact it says in the same breath that it is automatic. */
	function greeting(reply: string): string {
		return reply.startsWith(opening) ? words.automatic : ''
	}

	function oneSentence(reply: string): string {
		const text = reply.startsWith(opening) ? reply.slice(opening.length) : reply
		const isUnsure = text.trim().startsWith(doubt)
		const [sentence = ''] = fullSentences(isUnsure ? sentencesOf(text).slice(1) : sentencesOf(text))
		return capital(greeting(reply) + (isUnsure ? words.unsure : '') + sentence)
	}
}

/** A sentence of a few words belongs to the one behind it. */
function fullSentences(sentences: string[]): string[] {
	return sentences.reduce<string[]>((full, sentence) => {
		const last = full.at(-1)
		if (last !== undefined && last.split(' ').length < shortestSentence) full[full.length - 1] = `${last} ${sentence}`
		else full.push(sentence)
		return full
	}, [])
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}
