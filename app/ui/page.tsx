import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type PageProps = {
	/** The page's only first-level heading. */
	title: ReactNode
	/** The heading is there for screen readers only; the page shows its subject in another way. */
	titleHidden?: boolean
	/** A sentence or two under the heading. */
	lead?: ReactNode
	/** narrow: a form; reading: a text or the chat; wide: lists with filters. Default reading. */
	width?: 'narrow' | 'reading' | 'wide'
	children: ReactNode
	className?: string
}

/** What stands between header and footer on every page but the landing: one column with its heading. */
export function Page({ title, titleHidden, lead, width = 'reading', children, className }: PageProps) {
	return (
		<div
			className={classes(
				'mx-auto grid w-full grid-cols-1 content-start gap-6 px-4 py-6 sm:px-6 sm:py-10',
				widths[width],
				className,
			)}
		>
			<header className={titleHidden ? 'sr-only' : 'grid gap-2'}>
				<h1 className="font-bold text-3xl text-heading leading-tight">{title}</h1>
				{lead ? <p className="max-w-prose text-ink-soft text-lg">{lead}</p> : null}
			</header>
			{children}
		</div>
	)
}

const widths = { narrow: 'max-w-lg', reading: 'max-w-3xl', wide: 'max-w-5xl' }
