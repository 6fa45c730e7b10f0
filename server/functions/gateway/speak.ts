// The seam between the gateway and whoever puts answers into words: the guide engine, or a language model that gets what
// the gates decided. What a client says was answered before is never read.
import type { AnswerSource } from '../../../contracts/assistant.ts'
import type { Topic } from '../../../contracts/guide.ts'
import type { Considered } from '../../assistant/answer.ts'
import { guideSpeaker } from '../../assistant/guide-speaker.ts'
import type { Audience, Speaker } from '../../assistant/speaker.ts'
import { emptyState } from '../../assistant/state.ts'
import type { Visitor } from '../../demo/visitor.ts'
import type { SiteTopic } from '../../site-help/load-site.ts'
import type { SiteConsider } from '../../site-help/site-helper.ts'
import { GatewayError } from './errors.ts'
import { speakInPieces } from './speak-in-pieces.ts'

export type ChatPurpose = 'demo' | 'website'
export type ChatTurn = { role: 'user' | 'assistant'; content: string }

export type Spoken = {
	/** Who says it, as the wire's `model`. */
	model: string
	/** The answer piece by piece; together they are the answer, blanks included. */
	pieces: Iterable<string> | AsyncIterable<string>
	/** Known when the last piece has come. */
	ending(): { sources: readonly AnswerSource[]; isCut: boolean }
}

/** Answers the last turn. What it throws, and what its pieces throw, is a failure that is not counted. */
export type Speak = (turns: readonly ChatTurn[], purpose: ChatPurpose, signal: AbortSignal) => Promise<Spoken>

export type SpeakParts = { visitor: Visitor; siteHelper: SiteConsider; speaker: Speaker | undefined }

export function createSpeak({ visitor, siteHelper, speaker }: SpeakParts): Speak {
	const considerFor = { demo: (questions: string[]) => considerVisitor(visitor, questions), website: considerSite }
	const audiences: Record<ChatPurpose, Audience> = { demo: 'visitor', website: 'helper' }

	return async (turns, purpose, signal) => {
		const questions = turns.filter(({ role }) => role === 'user').map(({ content }) => content)
		const considered = considerFor[purpose](questions)
		if (considered.turn.reply === '') throw new GatewayError('empty_message')
		const earlier = questions.slice(0, -1).map((question) => ({ question, answer: '' }))
		const brief = {
			audience: audiences[purpose],
			question: questions.at(-1) ?? '',
			turns: earlier,
			considered,
			personal: [],
		}
		const model = speaker ? 'faro-model' : 'faro-guide'
		return { model, ...(await speakInPieces(speaker ?? guideSpeaker, brief, signal)) }
	}

	function considerSite(questions: string[]): Considered {
		const { reply, topics } = siteHelper(questions)
		return wordsFor(reply, [], topics.map(asTopic))
	}
}

/** The visitor's own wording of what the gates decided. */
function considerVisitor(visitor: Visitor, questions: string[]): Considered {
	const { reply, sources, considered } = visitor(questions)
	if (!considered) return wordsFor(reply, sources, [])
	return { ...considered, turn: { ...considered.turn, reply, sources } }
}

/** Words that may be said otherwise only from `topics`; nothing of it is remembered. */
function wordsFor(reply: string, sources: AnswerSource[], topics: Topic[]): Considered {
	const decision = {
		kind: 'answer' as const,
		sentences: [reply],
		sources,
		topics,
		fixed: topics.length === 0,
		next: {},
	}
	return { turn: { state: emptyState, reply, sources, kind: 'answer' }, decision, remember: () => emptyState }
}

/** What stands about the site, as one of the topics a model may be given. */
function asTopic({ id, title, ask, answer }: SiteTopic): Topic {
	const nothing = { forms: [], facts: [], sources: [], related: [], reviewedBy: null, facets: {} }
	return { id, title, ask, answer, category: 'otros', urgency: 'normal', area: 'site', ...nothing }
}
