// The assistant's one pipeline. Every message passes the same gates in the same order, whoever puts the answer into words.
import type { AnswerSource, ReplyKind } from '../../contracts/assistant.ts'
import { composeReply } from './compose.ts'
import { choiceGate } from './follow-up/choice-gate.ts'
import { smallTalkGate } from './follow-up/small-talk-gate.ts'
import type { Context, Decision, Gate, GateParts } from './gate.ts'
import { gapGate, offTopicGate, outOfScopeGate, steeringGate, unlawfulGate } from './gates/fixed-gates.ts'
import { urgentGate } from './gates/urgent-gate.ts'
import { interviewAnswerGate, legalisationGate } from './interview/interview-gate.ts'
import { mythGate } from './retrieval/tell-correction.ts'
import { type ConversationState, rememberTurn } from './state.ts'
import { topicGate } from './topic-gate.ts'

export type Turn = { state: ConversationState; reply: string; sources: AnswerSource[]; kind: ReplyKind }

/** What the gates make of a message, for whoever puts it into words. */
export type Considered = {
	/** The guide's own answer, which stands when nobody words it better. */
	turn: Turn
	/** Undefined for a message without words, which is ignored. */
	decision: Decision | undefined
	/** The memory after `reply` was given instead of the guide's. */
	remember(reply: string): ConversationState
}

/** Considers a message. Pure: the same state and message give the same. */
export function createConsider(parts: GateParts): (state: ConversationState, message: string) => Considered {
	const decide = createDecide(parts)
	return (state, message) => {
		const reading = parts.language.read(message)
		if (reading.words === 0)
			return {
				turn: { state, reply: '', sources: [], kind: 'ignored' },
				decision: undefined,
				remember: () => state,
			}
		const decision = decide({ state, reading })
		const reply = composeReply(decision, parts.gates.talk, state.turns.length === 0)
		const remember = (said: string) =>
			rememberTurn({ turns: state.turns, urgent: state.urgent, ...decision.next }, message.trim(), said)
		const turn = { state: remember(reply), reply, sources: decision.sources, kind: decision.kind }
		return { turn, decision, remember }
	}
}

/** What is said to a message, before it is put together as one text. */
export function createDecide(parts: GateParts): (context: Context) => Decision {
	const gates: Gate[] = [
		urgentGate(parts), // first, in a follow-up too
		steeringGate(parts),
		unlawfulGate(parts),
		outOfScopeGate(parts),
		choiceGate(parts), // before small talk: 'no' and '1' are also answers
		interviewAnswerGate(parts),
		smallTalkGate(parts),
		offTopicGate(parts),
		gapGate(parts),
		legalisationGate(parts),
		mythGate(parts),
	]
	const lastGate = topicGate(parts)
	return (context) => {
		for (const gate of gates) {
			const decision = gate(context)
			if (decision) return decision
		}
		return lastGate(context)
	}
}
