import { Fragment, type ReactNode, type RefObject } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Conversation, Turn } from './conversation.ts'
import { mayHelpToRetry, SendFailure } from './send-failure.tsx'
import { Answer, PartialAnswer, Question } from './turn-view.tsx'
import { useFollowNewest } from './use-follow-newest.ts'

type ConversationLogProps = {
	turns: Conversation
	onRetry(turn: Turn): void
	onEdit(turn: Turn): void
	/** Asks for the rest of an answer that was cut or stopped. */
	onContinue(): void
	/** What covers the lower edge of the window. */
	cover: RefObject<HTMLElement | null>
	/** Stands at the end of the conversation. */
	children: ReactNode
}

/**
 * The conversation so far. What stands in the log is read aloud once and whole: questions and finished answers. An
 * answer that is still growing stands below it and moves in when it is complete; what is going on is said by the
 * status, what went wrong by the alert. All three are there from the start, or screen readers would miss them.
 */
export function ConversationLog({ turns, onRetry, onEdit, onContinue, cover, children }: ConversationLogProps) {
	const { question, end } = useFollowNewest(turns, cover)
	const newest = turns.at(-1)
	const unanswered = newest && newest.status !== 'answered' ? newest : null
	return (
		<section aria-labelledby="conversation">
			<h2 id="conversation" className="sr-only">
				{m.chat_conversation()}
			</h2>
			<div role="log" aria-labelledby="conversation">
				{turns.map((turn) => (
					<Fragment key={turn.id}>
						<Question text={turn.question} ref={turn === newest ? question : undefined} />
						{turn.status === 'answered' ? <Answer turn={turn} isNewest={turn === newest} /> : null}
						{turn !== newest && turn.status !== 'answered' ? <Unanswered turn={turn} /> : null}
					</Fragment>
				))}
			</div>
			{unanswered?.answer ? <PartialAnswer text={unanswered.answer} /> : null}
			<div role="status">
				{unanswered?.status === 'waiting' ? <Waiting isInterrupted={unanswered.isInterrupted} /> : null}
				{unanswered?.status === 'stopped' ? <p className="mb-4 text-ink-soft">{m.chat_stopped()}</p> : null}
			</div>
			<div role="alert">{unanswered?.failure ? <SendFailure failure={unanswered.failure} /> : null}</div>
			{newest && newest.status !== 'waiting' ? (
				<div className="mb-4 flex flex-wrap gap-2 empty:hidden print:hidden">
					{newest.isCut ? <Button onClick={onContinue}>{m.chat_continue()}</Button> : null}
					{unanswered ? <OtherWays turn={unanswered} onRetry={onRetry} onEdit={onEdit} /> : null}
				</div>
			) : null}
			{children}
			<div ref={end} className="h-px" />
		</section>
	)
}

function Waiting({ isInterrupted }: { isInterrupted: boolean }) {
	return (
		<p className="mb-4 flex items-center gap-3 font-semibold text-ink-soft">
			<Spinner />
			{isInterrupted ? m.chat_interrupted() : m.chat_thinking()}
		</p>
	)
}

type OtherWaysProps = { turn: Turn; onRetry(turn: Turn): void; onEdit(turn: Turn): void }

/** What to do with a question that has no answer, or only the beginning of one. */
function OtherWays({ turn, onRetry, onEdit }: OtherWaysProps) {
	const mayRetry = !turn.failure || mayHelpToRetry(turn.failure)
	return (
		<>
			{mayRetry ? (
				<Button variant="secondary" onClick={() => onRetry(turn)}>
					{turn.status === 'stopped' ? m.chat_ask_again() : m.chat_retry()}
				</Button>
			) : null}
			<Button variant={mayRetry ? 'quiet' : 'secondary'} className="px-3" onClick={() => onEdit(turn)}>
				{m.chat_edit_question()}
			</Button>
		</>
	)
}

/** An earlier question that failed or was stopped, once the conversation has gone on. */
function Unanswered({ turn }: { turn: Turn }) {
	if (turn.answer) return <PartialAnswer text={turn.answer} />
	return <p className="mb-4 text-ink-soft text-sm">{m.chat_unanswered()}</p>
}
