// For this folder's tests: the assistant as it is built at start, from the real guide and tables, and a conversation with it.
import { join } from 'node:path'
import { type Considered, createConsider, type Turn } from './answer.ts'
import { buildParts } from './create-assistant.ts'
import type { GateParts } from './gate.ts'
import { type Gates, loadGates } from './gates/load-gates.ts'
import { type Guide, loadGuide } from './guide/load-guide.ts'
import { type ConversationState, emptyState } from './state.ts'

export const contentFolder = join(import.meta.dirname, '../../content')

export type TestAssistant = {
	guide: Guide
	gates: Gates
	parts: GateParts
	/** Says one message after the other in a fresh conversation; gives the last turn. */
	say(...messages: string[]): Turn
	/** One more message, and what was decided about it. */
	goOn(state: ConversationState, message: string): { state: ConversationState; decision: Considered['decision'] }
}

export async function testAssistant(): Promise<TestAssistant> {
	const [guide, gates] = await Promise.all([loadGuide(contentFolder), loadGates(contentFolder)])
	const parts = buildParts({ guide, gates })
	const consider = createConsider(parts)
	return {
		guide,
		gates,
		parts,
		say: (...messages) => {
			let turn: Turn = { state: emptyState, reply: '', sources: [], kind: 'ignored' }
			for (const message of messages) turn = consider(turn.state, message).turn
			return turn
		},
		goOn: (state, message) => {
			const { turn, decision } = consider(state, message)
			return { state: turn.state, decision }
		},
	}
}
