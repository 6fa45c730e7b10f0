import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { HelpForm } from './help-form.tsx'
import { HelpLog } from './help-log.tsx'
import { siteHelp } from './site-help.ts'

type HelpChatProps = {
	field: RefObject<HTMLTextAreaElement | null>
	/** A link in a reply leads to another page. */
	onLeave?: (() => void) | undefined
}

/** The conversation with the helper and its field; it fills what is around it. */
export function HelpChat({ field, onLeave }: HelpChatProps) {
	const state = useSyncExternalStore(siteHelp.subscribe, siteHelp.read, siteHelp.read)
	useEffect(() => {
		void siteHelp.connect()
	}, [])
	const takeBack = () => {
		siteHelp.takeBack()
		// The field is there for typing again only after this change has been shown.
		requestAnimationFrame(() => field.current?.focus())
	}
	return (
		// With very large text everything together scrolls, rather than the messages having no room.
		<div className="flex shrink-0 grow flex-col">
			<HelpLog state={state} onRetry={() => void siteHelp.retry()} onTakeBack={takeBack} onLeave={onLeave} />
			<HelpForm
				field={field}
				text={state.draft}
				isWaiting={state.isWaiting}
				onChange={siteHelp.write}
				onSend={() => void siteHelp.send()}
			/>
		</div>
	)
}
