// What every gate of the assistant gets and gives. A gate either decides what is answered or lets the message pass.
import type { AnswerSource, ReplyKind } from '../../contracts/assistant.ts'
import type { Topic } from '../../contracts/guide.ts'
import type { Gates } from './gates/load-gates.ts'
import type { Phrases } from './language/phrases.ts'
import type { Language, Reading } from './language/reading.ts'
import type { TopicFinder } from './retrieval/find-topics.ts'
import type { ConversationState } from './state.ts'

export type Decision = {
	kind: ReplyKind
	/** What is said, sentence by sentence; one that begins with a line break stands on its own line. */
	sentences: string[]
	sources: AnswerSource[]
	/** The topics it rests on: the grounding, when somebody else puts it into words. */
	topics: Topic[]
	/** True when these words are reviewed and stand as they are. */
	fixed: boolean
	/** The form to point to, when there is room. */
	form?: string
	/** True when the text itself says that it is automatic. */
	introduces?: boolean
	/** What changes in the memory; fields left out are forgotten, except the turns and what was urgent. */
	next: Pick<ConversationState, 'topic' | 'choices' | 'interview' | 'urgent'>
}

export type Context = { state: ConversationState; reading: Reading }
export type Gate = (context: Context) => Decision | undefined

/** What gates are made of, built once at start. */
export type GateParts = {
	gates: Gates
	language: Language
	finder: TopicFinder
	topic(id: string): Topic | undefined
	/** The topic meant by somebody who says nothing but the name of a programme or a form. */
	mainTopic(terms: string[]): Topic | undefined
	/** A topic, those it names as related, and those of its area, in this order. */
	near(topic: Topic): Topic[]
	compile(phrases: readonly string[]): Phrases
}
