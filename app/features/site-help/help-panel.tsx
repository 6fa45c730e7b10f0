import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { HelpChat } from './help-chat.tsx'
import { useAboveKeyboard } from './use-above-keyboard.ts'

export type HelpPanelProps = {
	id: string
	/** A drawer in front of the page; otherwise a window beside it. */
	isPhone: boolean
	onClose(): void
	/** A link inside leads to another page. */
	onLeave(): void
}

/**
 * The helper in front of the page. It does not use the platform's modal dialog: news about a failure have to be seen
 * above it. The frame makes the page inert instead.
 */
export function HelpPanel({ id, isPhone, onClose, onLeave }: HelpPanelProps) {
	const panel = useRef<HTMLDialogElement>(null)
	const title = useRef<HTMLHeadingElement>(null)
	const field = useRef<HTMLTextAreaElement>(null)
	useAboveKeyboard(panel, isPhone)

	// On a phone the field would bring its keyboard, before anybody has read what this is.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
	useEffect(() => {
		const first = isPhone ? title : field
		first.current?.focus()
	}, [])

	useEffect(() => {
		const onEscape = (event: KeyboardEvent) => {
			const isOurs = !event.defaultPrevented && !event.isComposing && !document.querySelector('dialog:modal')
			if (event.key === 'Escape' && isOurs) onClose()
		}
		document.addEventListener('keydown', onEscape)
		return () => document.removeEventListener('keydown', onEscape)
	})

	return (
		<>
			{isPhone ? (
				<button type="button" tabIndex={-1} aria-label={m.ui_close()} onClick={onClose} className="help-backdrop" />
			) : null}
			<dialog
				ref={panel}
				open
				id={id}
				aria-modal={isPhone || undefined}
				aria-labelledby={`${id}-title`}
				className="help-panel"
			>
				<div className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 py-2">
					<h2
						ref={title}
						id={`${id}-title`}
						tabIndex={-1}
						className="min-w-0 flex-1 basis-24 font-bold text-lg leading-tight outline-none"
					>
						{m.site_help_title()}
					</h2>
					<CloseButton onClick={onClose} />
				</div>
				<HelpChat field={field} onLeave={isPhone ? onLeave : undefined} />
			</dialog>
		</>
	)
}
