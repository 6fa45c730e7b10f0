import type { TopicPage } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { OfficialLink } from './official-link.tsx'
import { dateOf } from './words.ts'

/** The official pages behind a topic, with the date of the text it was compared with, or that nobody has noted one. */
export function TopicSources({ sources }: { sources: TopicPage['sources'] }) {
	return (
		<section aria-labelledby="fuentes" className="grid gap-2">
			<h2 id="fuentes" className="font-bold text-heading text-xl">
				{m.guide_sources()}
			</h2>
			<ul className="grid gap-2">
				{sources.map(({ title, url, checked }) => (
					<li key={url}>
						<OfficialLink url={url} title={title} />
						<p className="-mt-1 pl-7 text-ink-soft text-sm">
							{checked ? m.guide_checked({ date: dateOf(checked) }) : m.guide_unchecked()}
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}
