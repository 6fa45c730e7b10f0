import { type ReactNode, useId, useState } from 'react'
import { getLanguage } from '../../i18n/language.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Day, dayLabel } from './days.ts'

type DayGroupProps = { day: Day; startsOpen: boolean; children: ReactNode }

/** The conversations of one day under a heading that folds them away. */
export function DayGroup({ day, startsOpen, children }: DayGroupProps) {
	const [isOpen, setOpen] = useState(startsOpen)
	const id = useId()
	const count = day.chats.length
	return (
		<section aria-labelledby={`${id}-heading`} className="grid gap-3">
			<h2 id={`${id}-heading`}>
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={isOpen ? `${id}-list` : undefined}
					onClick={() => setOpen(!isOpen)}
					className="flex min-h-12 w-full cursor-pointer items-center gap-3 border-line border-b-2 py-2 text-left hover:bg-brand-soft"
				>
					<Icon name="chevron" className={isOpen ? 'rotate-180 text-brand' : 'text-brand'} />
					<span className="inline-block font-bold text-heading text-xl first-letter:uppercase">{label(day)}</span>
					<span className="ml-auto text-ink-soft text-sm">
						{count} {count === 1 ? m.conversations_one() : m.conversations_many()}
					</span>
				</button>
			</h2>
			{isOpen ? (
				<div id={`${id}-list`} className="grid gap-3">
					{children}
				</div>
			) : null}
		</section>
	)
}

function label({ date }: Day): string {
	const words = { today: m.conversations_today(), yesterday: m.conversations_yesterday(), locale: getLanguage() }
	return dayLabel(date, new Date(), words)
}
