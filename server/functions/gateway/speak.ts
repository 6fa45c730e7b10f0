// The seam between the gateway and whoever puts answers into words. So far the guide engine does; a language model takes
// the same turns and gives the same thing.
import type { AnswerSource } from '../../../contracts/assistant.ts'
import type { Visitor } from '../../demo/visitor.ts'
import type { SiteHelper } from '../../site-help/site-helper.ts'
import { piecesOf } from '../answer-stream.ts'
import { GatewayError } from './errors.ts'

export type ChatPurpose = 'demo' | 'website'
export type ChatTurn = { role: 'user' | 'assistant'; content: string }

export type Spoken = {
	/** Who says it, as the wire's `model`. */
	model: string
	/** The answer piece by piece; together they are the answer, blanks included. */
	pieces: Iterable<string> | AsyncIterable<string>
	sources: AnswerSource[]
}

/** Answers the last turn. What it throws, and what its pieces throw, is a failure that is not counted. */
export type Speak = (turns: readonly ChatTurn[], purpose: ChatPurpose, signal: AbortSignal) => Promise<Spoken>

/** The guide engine, which reads what was asked and never what the client says was answered. */
export function createGuideSpeaker({ visitor, siteHelper }: { visitor: Visitor; siteHelper: SiteHelper }): Speak {
	return async (turns, purpose) => {
		const questions = turns.filter(({ role }) => role === 'user').map(({ content }) => content)
		const { reply, sources } =
			purpose === 'demo' ? visitor(questions) : { reply: siteHelper(questions), sources: [] as AnswerSource[] }
		if (reply === '') throw new GatewayError('empty_message')
		return { model: 'faro-guide', pieces: piecesOf(reply), sources }
	}
}
