import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export type NoticeTone = 'info' | 'warning' | 'danger' | 'success'

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & { tone?: NoticeTone; title?: ReactNode }

/**
 * Something to know, in the page. It is silent by itself: give it `role="alert"` when it appears because something went
 * wrong, `role="status"` when something ended well.
 */
export function Notice({ tone = 'info', title, children, className, ...rest }: NoticeProps) {
	const { icon, look } = tones[tone]
	return (
		<div {...rest} className={classes('flex items-start gap-3 rounded-2xl border-2 p-4 text-ink', look, className)}>
			<Icon name={icon} className="mt-0.5" />
			<div className="grid min-w-0 flex-1 gap-1">
				{title ? <p className="font-bold">{title}</p> : null}
				{children}
			</div>
		</div>
	)
}

const tones: Record<NoticeTone, { icon: IconName; look: string }> = {
	info: { icon: 'info', look: 'border-line bg-brand-soft' },
	warning: { icon: 'warning', look: 'border-lamp bg-lamp-soft' },
	danger: { icon: 'warning', look: 'border-danger bg-danger-soft' },
	success: { icon: 'check', look: 'border-speak bg-speak-soft' },
}
