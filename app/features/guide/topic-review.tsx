import { Link } from 'react-router'
import type { GuideCounts, TopicPage } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { dateOf } from './words.ts'

/** Who has read the topic, how the rest of the guide was written, and where to say that something is wrong. */
export function TopicReview({ topic, counts }: { topic: TopicPage; counts: GuideCounts }) {
	const { id, title, reviewedBy } = topic
	return (
		<section aria-labelledby="revision" className="grid gap-2">
			<h2 id="revision" className="font-bold text-heading text-xl">
				{m.guide_reviewed_title()}
			</h2>
			<p className="max-w-prose">
				{reviewedBy
					? m.guide_reviewed_by({ name: reviewedBy.name, date: dateOf(reviewedBy.date) })
					: m.guide_not_reviewed()}
			</p>
			<p className="max-w-prose">
				{m.guide_reviewed_count({ reviewed: counts.reviewed, topics: counts.topics })} {m.guide_how_written()}
			</p>
			<Link
				to={`/user-feedback?mensaje=${id}`}
				state={{ topicTitle: title }}
				className="inline-flex min-h-12 items-center gap-2 text-brand underline underline-offset-4 print:hidden"
			>
				<Icon name="warning" className="size-5" />
				{m.guide_report()}
			</Link>
		</section>
	)
}
