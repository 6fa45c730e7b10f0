// Guards every sentence a language model writes: nothing leaves that the guide or the person did not say. Whoever puts a
// model's answer on the wire goes through here. Whether an answer is to the point is not judged; the gates did that before.
import type { Topic } from '../../../contracts/guide.ts'
import type { Gates } from '../gates/load-gates.ts'
import type { Audience } from '../speaker.ts'
import { createAnswerShape } from './answer-shape.ts'
import { createSentenceCheck } from './check-sentence.ts'
import { loadCheckingTables } from './load-tables.ts'
import { createSentenceStream, type StreamedSentence } from './sentence-stream.ts'

export type Evidence = {
	topics: readonly Topic[]
	/** The person's own words: this question and earlier ones. */
	said: readonly string[]
	audience: Audience
	/** Reviewed texts that are no topics of the guide, such as those about the site. */
	texts?: readonly string[]
}

export type AnswerChecker = {
	/**
	 * Whole sentences that may be said, in order, as text streams in; what may not be said is left out. Each piece carries
	 * the blank or line break before it: put together with nothing in between they are the answer.
	 */
	push(delta: string): string[]
	/**
	 * The provider is done (or cut: the last incomplete sentence is dropped): what is still to be said. Not usable: too
	 * little was left, so that the guide's own answer is better, as long as nothing was released. `leftOut` counts sentences.
	 */
	finish(outcome: { isCut: boolean }): { pieces: string[]; isUsable: boolean; leftOut: number }
}

export type Checking = { checkerFor(evidence: Evidence): AnswerChecker }

export function createChecking({ guide, gates, tables = loadCheckingTables() }: CheckingParts): Checking {
	const check = createSentenceCheck({ topics: guide.topics, gates, tables })
	return {
		checkerFor: (evidence) => {
			const stream = createSentenceStream()
			const mayBeSaid = check.against(evidence)
			const shape = createAnswerShape(evidence, gates.talk)
			let leftOut = 0
			let previousWasLeftOut = false

			const pass = (sentence: StreamedSentence): string[] => {
				const text = mayBeSaid(sentence.text, previousWasLeftOut)
				previousWasLeftOut = text === undefined
				if (text === undefined) leftOut++
				return text ? shape.add(text, sentence.startsLine) : []
			}
			return {
				push: (delta) => stream.push(delta).flatMap(pass),
				finish: ({ isCut }) => {
					const rest = stream.rest().filter(({ isOpen }) => !(isCut && isOpen))
					const pieces = [...rest.flatMap(pass), ...shape.end({ isCut })]
					const isUsable = shape.meaningful() >= 1 && leftOut <= shape.added()
					return { pieces: isUsable || shape.hasReleased() ? pieces : [], isUsable, leftOut }
				},
			}
		},
	}
}

export type CheckingParts = {
	guide: { topics: readonly Topic[] }
	gates: Gates
	tables?: ReturnType<typeof loadCheckingTables>
}
