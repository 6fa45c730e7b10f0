import { useLocation } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useStoredSession } from '../frame/use-stored-session.ts'
import { leadsToChat } from './leads-to-chat.ts'

export function PersonSays({ text }: { text: string }) {
	return (
		<div className="justify-self-end whitespace-pre-line rounded-2xl rounded-br-sm bg-brand px-4 py-2 text-on-brand max-w-[85%]">
			<VisuallyHidden>{m.site_help_you()}: </VisuallyHidden>
			{text}
		</div>
	)
}

type HelperSaysProps = {
	text: string
	/** A quieter sentence below it. */
	note?: string
	/** What the helper answers is Spanish, whatever the page speaks. */
	isReply?: boolean
	onLeave?: (() => void) | undefined
}

export function HelperSays({ text, note, isReply = false, onLeave }: HelperSaysProps) {
	return (
		<div className="grid max-w-[92%] justify-items-start gap-2 justify-self-start">
			<div className="rounded-2xl rounded-bl-sm bg-brand-soft px-4 py-2 text-ink" lang={isReply ? 'es' : undefined}>
				<VisuallyHidden>{m.site_help_helper()}: </VisuallyHidden>
				<p className="whitespace-pre-line">{text}</p>
				{note ? <p className="pt-1 text-ink-soft text-sm">{note}</p> : null}
			</div>
			{isReply && leadsToChat(text) ? <WayToChat onLeave={onLeave} /> : null}
		</div>
	)
}

/** To the chat, or to an account first; nowhere for somebody who is there already. */
function WayToChat({ onLeave }: Pick<HelperSaysProps, 'onLeave'>) {
	const session = useStoredSession()
	const { pathname } = useLocation()
	const to = session ? '/chat' : '/login'
	if (pathname === to) return null
	return (
		<ButtonLink to={to} variant="secondary" className="px-4" onClick={onLeave}>
			{session ? m.site_help_to_chat() : m.site_help_to_login()}
		</ButtonLink>
	)
}

/** Three dots for the eye, words for everybody. */
export function Typing() {
	return (
		<p className="flex items-center gap-2 pt-3 text-ink-soft text-sm">
			<span aria-hidden="true" className="help-dots">
				<span />
				<span />
				<span />
			</span>
			{m.site_help_typing()}
		</p>
	)
}
