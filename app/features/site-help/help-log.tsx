import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { HelpFailure, HelpState } from './help-conversation.ts'
import { HelperSays, PersonSays, Typing } from './help-message.tsx'

type HelpLogProps = {
	state: HelpState
	onRetry(): void
	onTakeBack(): void
	onLeave?: (() => void) | undefined
}

/**
 * The messages, newest last and in view. What stands in the log is read aloud once and whole; that somebody is typing is
 * said by the status, what went wrong by the alert. All three are there from the start, or screen readers miss them.
 */
export function HelpLog({ state, onRetry, onTakeBack, onLeave }: HelpLogProps) {
	const { messages, isWaiting, failure } = state
	const scroller = useRef<HTMLElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new has to be seen
	useEffect(() => {
		scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
	}, [messages, isWaiting, failure])
	return (
		<section
			ref={scroller}
			aria-label={m.site_help_messages()}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
			tabIndex={0}
			className="relative min-h-32 grow basis-0 overflow-y-auto overscroll-contain p-3 -outline-offset-3 sm:p-4"
		>
			<div role="log" aria-label={m.site_help_messages()} className="grid gap-3">
				<HelperSays text={m.site_help_welcome()} note={m.site_help_automatic()} />
				{messages.map(({ id, content, isUser }) =>
					isUser ? (
						<PersonSays key={id} text={content} />
					) : (
						<HelperSays key={id} text={content} isReply onLeave={onLeave} />
					),
				)}
			</div>
			<div role="status">{isWaiting ? <Typing /> : null}</div>
			{isWaiting ? <SlowAnswer onCancel={onTakeBack} /> : null}
			<div role="alert">{failure ? <Failure failure={failure} /> : null}</div>
			{failure ? (
				<div className="flex flex-wrap gap-2 pt-2">
					<Button variant="secondary" className="px-4" onClick={onRetry}>
						{m.site_help_retry()}
					</Button>
					<Button variant="quiet" className="px-3" onClick={onTakeBack}>
						{m.site_help_edit()}
					</Button>
				</div>
			) : null}
		</section>
	)
}

function Failure({ failure: { kind, retryMinutes } }: { failure: HelpFailure }) {
	// No way to the helper is told by a toast; here it is enough to see which question waits.
	if (kind === 'client') return <p className="pt-3 text-ink-soft text-sm">{m.site_help_unanswered()}</p>
	return (
		<Notice tone={kind === 'limit' ? 'warning' : 'danger'} className="mt-3 p-3">
			<p>{kind === 'limit' ? limitText(retryMinutes) : m.site_help_reply_failed()}</p>
		</Notice>
	)
}

/** Until two hours in minutes. */
function limitText(minutes: number): string {
	if (minutes < 120) return m.site_help_limit({ minutes })
	return m.site_help_limit_hours({ hours: Math.ceil(minutes / 60) })
}

const slowMs = 10_000

/** Nobody has to wait for ever: after a while the question can be taken back. */
function SlowAnswer({ onCancel }: { onCancel(): void }) {
	const [isSlow, setSlow] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), slowMs)
		return () => clearTimeout(timer)
	}, [])
	if (!isSlow) return null
	return (
		<Button variant="quiet" className="px-3" onClick={onCancel}>
			{m.ui_cancel()}
		</Button>
	)
}
