import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import type { HelpPanelProps } from './help-panel.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useLauncher } from './use-launcher.ts'
import { useHasRoom } from './use-room.ts'

export type HelpLauncherProps = {
	/** When the page stood, by `performance.now()`. */
	since: number
	/** True while the panel is in front of the page, which then must not be reached. */
	onCover(isCovered: boolean): void
}

/** The round button at the bottom right of every page, its speech bubble, and the panel they open. */
export function HelpLauncher({ since, onCover }: HelpLauncherProps) {
	const { isShown, hasBubble, isOpen, happens } = useLauncher(since)
	const [Panel, setPanel] = useState<ComponentType<HelpPanelProps>>()
	const button = useRef<HTMLButtonElement>(null)
	const panelId = useId()
	const isPhone = useIsPhone()
	const isDrawerOpen = isOpen && isPhone && Panel !== undefined
	const hasRoom = useHasRoom(button, `${isShown} ${hasBubble}`)

	useEffect(() => {
		onCover(isDrawerOpen)
		return () => onCover(false)
	}, [isDrawerOpen, onCover])

	useEffect(() => {
		if (!hasBubble) return
		const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && happens('dismissed')
		document.addEventListener('keydown', dismiss)
		return () => document.removeEventListener('keydown', dismiss)
	})

	const press = () => {
		happens('pressed')
		if (isOpen || Panel) return
		import('./help-panel.tsx').then(
			({ HelpPanel }) => setPanel(() => HelpPanel),
			() => {
				happens('pressed')
				toast.error(m.site_help_unreachable())
			},
		)
	}
	const close = () => {
		happens('pressed')
		requestAnimationFrame(() => giveFocus(button.current))
	}

	if (!isShown) return null
	return (
		<section aria-label={m.site_help_title()} className="print:hidden">
			{isOpen && Panel ? (
				<Panel id={panelId} isPhone={isPhone} onClose={close} onLeave={() => happens('pressed')} />
			) : null}
			<button
				ref={button}
				type="button"
				aria-expanded={isOpen}
				aria-controls={isOpen && Panel ? panelId : undefined}
				aria-busy={(isOpen && !Panel) || undefined}
				onClick={press}
				onPointerEnter={({ pointerType }) => pointerType === 'mouse' && happens('pointer entered')}
				onPointerLeave={() => happens('pointer left')}
				className={classes('help-launcher', (!hasRoom || isDrawerOpen) && 'invisible')}
			>
				{hasBubble ? <span className="help-bubble">{m.site_help_bubble()}</span> : null}
				{isOpen && !Panel ? <Spinner /> : <Icon name={isOpen ? 'close' : 'question'} />}
				<span>{isOpen ? m.ui_close() : m.site_help_launcher()}</span>
			</button>
		</section>
	)
}

/** To the launcher, else to the page's content, where there is no room for it. */
function giveFocus(launcher: HTMLElement | null): void {
	launcher?.focus()
	if (document.activeElement !== launcher) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
