import { Link } from 'react-router'
import type { GuideCounts, TopicPage as Topic } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { AskInstead } from './ask-instead.tsx'
import { ShareTopic } from './share-topic.tsx'
import { TopicForms } from './topic-forms.tsx'
import { TopicLinkLine } from './topic-link-line.tsx'
import { TopicReview } from './topic-review.tsx'
import { TopicSources } from './topic-sources.tsx'
import { TopicText } from './topic-text.tsx'
import { UrgencyNotice } from './urgency-notice.tsx'
import { categoryLabel, facetLabel } from './words.ts'

/** One topic of the guide, as the assistant knows it: the answer, its parts, where it comes from and who has read it. */
export function TopicPage({ topic, counts }: { topic: Topic; counts: GuideCounts }) {
	return (
		<article>
			<div className="mx-auto w-full max-w-3xl px-2 pt-3 sm:px-4 print:hidden">
				<Link to={`/guia#${topic.area.id}`} className="menu-link">
					<Icon name="chevron" className="size-5 rotate-90" />
					<span>
						{m.guide_menu()}: <span lang="es">{topic.area.title}</span>
					</span>
				</Link>
			</div>
			<Page title={<span lang="es">{topic.title}</span>} className="pt-2 sm:pt-3">
				<p className="-mt-4 text-ink-soft text-sm">
					{m.guide_category({ category: categoryLabel(topic.category) })}. {m.frame_general_information()}
				</p>
				<UrgencyNotice urgency={topic.urgency} />
				<p lang="es" className="max-w-prose text-lg">
					{topic.answer}
				</p>
				<ShareTopic id={topic.id} title={topic.title} />
				{topic.facets.map(({ name, text }) => (
					<section key={name} aria-labelledby={name} className="grid gap-2">
						<h2 id={name} className="font-bold text-heading text-xl">
							{facetLabel(name)}
						</h2>
						<TopicText text={text} />
					</section>
				))}
				<TopicForms forms={topic.forms} />
				<TopicSources sources={topic.sources} />
				<TopicReview topic={topic} counts={counts} />
				<RelatedTopics topics={topic.related} />
				<AskInstead about={topic.title} />
			</Page>
		</article>
	)
}

function RelatedTopics({ topics }: { topics: Topic['related'] }) {
	if (topics.length === 0) return null
	return (
		<nav aria-labelledby="relacionados" className="grid gap-2 print:hidden">
			<h2 id="relacionados" className="font-bold text-heading text-xl">
				{m.guide_related()}
			</h2>
			<ul className="grid rounded-2xl border border-line bg-surface p-2">
				{topics.map((topic) => (
					<li key={topic.id}>
						<TopicLinkLine {...topic} />
					</li>
				))}
			</ul>
		</nav>
	)
}
