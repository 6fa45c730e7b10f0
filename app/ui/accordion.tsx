import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

type AccordionItemProps = {
	title: ReactNode
	/** Items of one name: opening one closes the others; without it each stands for itself. */
	name?: string
	defaultOpen?: boolean
	children: ReactNode
}

/** Frames a list of items. The platform's <details>, so it also works before and without JavaScript. */
export function Accordion({ children, className }: { children: ReactNode; className?: string }) {
	return (
		<div className={classes('divide-y divide-line rounded-2xl border border-line bg-surface', className)}>
			{children}
		</div>
	)
}

export function AccordionItem({ title, name, defaultOpen, children }: AccordionItemProps) {
	return (
		<details name={name} open={defaultOpen} className="group">
			<summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-2xl px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
				{title}
				<Icon name="chevron" className="transition-transform group-open:rotate-180 motion-reduce:transition-none" />
			</summary>
			<div className="max-w-prose px-5 pb-5">{children}</div>
		</details>
	)
}
