import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { MessageForm } from './message-form.tsx'
import { useMessageStart } from './use-message-start.ts'

/** The message form, then thanks. */
export function MessagePage() {
	const [isSent, setSent] = useState(false)
	const start = useMessageStart()
	if (isSent) return <Thanks onAgain={() => setSent(false)} />
	return (
		<Page title={m.feedback_title()} lead={m.feedback_lead()} width="narrow">
			<Card>
				<MessageForm start={start} onSent={() => setSent(true)} />
			</Card>
			<p className="text-ink-soft text-sm">{m.feedback_not_for_questions()}</p>
		</Page>
	)
}

function Thanks({ onAgain }: { onAgain(): void }) {
	const heading = useRef<HTMLSpanElement>(null)
	useEffect(() => {
		heading.current?.focus()
		scrollTo({ top: 0 })
	}, [])
	return (
		<Page
			title={
				<span ref={heading} tabIndex={-1} className="outline-none">
					{m.feedback_thanks()}
				</span>
			}
			lead={m.feedback_thanks_text()}
			width="narrow"
		>
			<Button variant="secondary" className="justify-self-start" onClick={onAgain}>
				{m.feedback_again()}
			</Button>
		</Page>
	)
}
