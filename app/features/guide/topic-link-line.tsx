import { Link } from 'react-router'
import type { TopicUrgency } from '../../../contracts/guide.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { topicPath } from './topic-meta.ts'

type TopicLinkLineProps = {
	id: string
	title: string
	urgency?: TopicUrgency
	/** Where it belongs, where that is not clear from its place. */
	area?: string
}

/** One topic in a list, and whether it is one where a day may count. */
export function TopicLinkLine({ id, title, urgency, area }: TopicLinkLineProps) {
	return (
		<Link
			to={topicPath(id)}
			className="flex min-h-12 items-center gap-2 rounded-xl px-2 py-2 text-brand leading-snug hover:bg-brand-soft"
		>
			<span className="min-w-0 flex-1">
				<span lang="es" className="underline underline-offset-4">
					{title}
				</span>
				{urgency === 'urgent' ? (
					<span className="ml-2 inline-flex items-center gap-1 whitespace-nowrap font-semibold text-danger-text text-sm">
						<Icon name="warning" className="size-4" />
						{m.guide_urgent_short()}
					</span>
				) : null}
				{area ? (
					<span lang="es" className="block text-ink-soft text-sm">
						{area}
					</span>
				) : null}
			</span>
		</Link>
	)
}
