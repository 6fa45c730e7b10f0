// The conversation with the website helper, outside React so that it outlives the panel and the page it was opened on.
// It lives as long as the document: nothing of it is kept on the device.
import { type HelpClient, HelpError, type HelpFailureKind, type HelpTurn } from './help-client.ts'

export type HelpMessage = { id: string; content: string; isUser: boolean }
export type HelpFailure = { kind: HelpFailureKind; retryMinutes: number }
export type HelpState = {
	messages: readonly HelpMessage[]
	/** What is being written. */
	draft: string
	isWaiting: boolean
	/** Why the newest message has no answer. */
	failure: HelpFailure | null
}
export type HelpConversation = {
	read(): HelpState
	subscribe(listener: () => void): () => void
	/** Gets ready to ask; what goes wrong is told to `onUnreachable`. */
	connect(): Promise<void>
	write(draft: string): void
	/** Sends the draft; a blank one stays where it is. */
	send(): Promise<void>
	/** Asks the question without an answer again. */
	retry(): Promise<void>
	/** Takes back the question without an answer: its text becomes the draft. */
	takeBack(): void
	/** Forgets everything, as for somebody else. */
	clear(): void
}
export type HelpConversationParts = {
	client: HelpClient
	/** Told once for each attempt that found no way to the helper. */
	onUnreachable(): void
}

const empty: HelpState = { messages: [], draft: '', isWaiting: false, failure: null }

export function createHelpConversation({ client, onUnreachable }: HelpConversationParts): HelpConversation {
	let state = empty
	let lastId = 0
	let asking: AbortController | undefined
	const listeners = new Set<() => void>()

	function change(news: Partial<HelpState>): void {
		state = { ...state, ...news }
		for (const listener of listeners) listener()
	}

	function message(content: string, isUser: boolean): HelpMessage {
		lastId += 1
		return { id: `help-${lastId}`, content, isUser }
	}

	/** The question at the end that nobody has answered. */
	function unanswered(): HelpMessage | undefined {
		const newest = state.messages.at(-1)
		return newest?.isUser ? newest : undefined
	}

	async function ask(): Promise<void> {
		const attempt = new AbortController()
		asking = attempt
		change({ isWaiting: true, failure: null })
		try {
			const reply = await client.ask(turnsOf(state.messages), attempt.signal)
			if (asking === attempt) change({ messages: [...state.messages, message(reply, false)], isWaiting: false })
		} catch (error) {
			if (asking !== attempt) return
			const { kind, retryMinutes } = error instanceof HelpError ? error : new HelpError('reply', { cause: error })
			change({ isWaiting: false, failure: { kind, retryMinutes } })
			if (kind === 'client') onUnreachable()
		}
	}

	function stop(): void {
		const attempt = asking
		asking = undefined
		attempt?.abort()
	}

	return {
		read: () => state,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		connect: () => client.connect().catch(onUnreachable),
		write: (draft) => change({ draft }),
		async send() {
			const content = state.draft.trim()
			if (content === '' || state.isWaiting) return
			change({ messages: [...state.messages, message(content, true)], draft: '' })
			await ask()
		},
		async retry() {
			if (unanswered() && !state.isWaiting) await ask()
		},
		takeBack() {
			const question = unanswered()
			if (!question) return
			stop()
			const messages = state.messages.filter((one) => one !== question)
			change({ messages, draft: state.draft.trim() || question.content, isWaiting: false, failure: null })
		},
		clear() {
			stop()
			change(empty)
		},
	}
}

/** The history as the wire wants it. A question that was never answered would only confuse. */
function turnsOf(messages: readonly HelpMessage[]): HelpTurn[] {
	return messages
		.filter(({ isUser }, i) => !isUser || i === messages.length - 1 || messages[i + 1]?.isUser === false)
		.map(({ isUser, content }) => ({ role: isUser ? 'user' : 'assistant', content }))
}
