import type { ReactNode, Ref } from 'react'
import { m } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AnswerSources } from './answer-sources.tsx'
import type { Turn } from './conversation.ts'

/** What the person asked. */
export function Question({ text, ref }: { text: string; ref?: Ref<HTMLElement> }) {
	return (
		<article
			ref={ref}
			className="mb-4 ml-auto grid w-fit max-w-[90%] gap-1 rounded-2xl rounded-br-md bg-brand-soft px-5 py-3"
		>
			<h3 className="font-semibold text-brand text-sm">{m.chat_you()}</h3>
			<p className="whitespace-pre-line">{text}</p>
		</article>
	)
}

/** What the assistant said. An urgent answer is framed, titled and still calm; the newest says when it was cut. */
export function Answer({ turn: { answer, sources, isUrgent, isCut }, isNewest }: { turn: Turn; isNewest: boolean }) {
	return (
		<Card as="article" className={isUrgent ? 'mb-4 border-2 border-danger border-l-8 bg-danger-soft' : 'mb-4'}>
			<Speaker />
			{isUrgent ? (
				<p className="flex items-center gap-2 pt-1 font-bold text-danger-text text-xl">
					<Icon name="warning" />
					{m.chat_urgent()}
				</p>
			) : null}
			<AnswerText>{answer}</AnswerText>
			{isCut && isNewest ? <p className="pt-2 text-ink-soft">{m.chat_cut()}</p> : null}
			<AnswerSources sources={sources} />
		</Card>
	)
}

/** An answer that is still being written, or was stopped: not yet for the log that is read aloud. */
export function PartialAnswer({ text }: { text: string }) {
	return (
		<Card className="mb-4">
			<Speaker />
			<AnswerText>{text}</AnswerText>
		</Card>
	)
}

function Speaker() {
	return <h3 className="font-semibold text-ink-soft text-sm">{m.chat_assistant()}</h3>
}

/** Lines after one that ends with a colon are a list: papers to gather, steps to take. */
function AnswerText({ children }: { children: string }) {
	const [first = '', ...rest] = children.split('\n')
	const isList = rest.length > 0 && first.trimEnd().endsWith(':')
	return (
		<div className="grid max-w-prose gap-2 pt-1">
			<p>{first.split(formNumber).map(unbroken)}</p>
			{isList ? (
				<ul className="grid list-disc gap-1 pl-6">
					{rest.map((line) => (
						<li key={line}>{line.split(formNumber).map(unbroken)}</li>
					))}
				</ul>
			) : (
				rest.map((line) => <p key={line}>{line.split(formNumber).map(unbroken)}</p>)
			)}
		</div>
	)
}

/** Splits a text at its form numbers and keeps them: 'I-765', 'AR-11', 'EOIR-33'. */
const formNumber = /\b([A-Z]{1,4}-\d{1,4}[A-Z]?)\b/

/** Every second piece is a form number; a line may not end in the middle of one. */
function unbroken(piece: string, index: number): ReactNode {
	if (index % 2 === 0) return piece
	return (
		<span key={index} className="whitespace-nowrap">
			{piece}
		</span>
	)
}
