import { useState } from 'react'
import { Link } from 'react-router'
import type { GuideIndex } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { Drawing } from '../../ui/drawings.tsx'
import { Page } from '../../ui/page.tsx'
import { AreaList } from './area-list.tsx'
import { AskInstead } from './ask-instead.tsx'
import { GuideSearch } from './guide-search.tsx'

/** The whole guide: looked through by area, or searched without a word leaving the page. */
export function GuidePage({ guide: { groups, counts } }: { guide: GuideIndex }) {
	const [query, setQuery] = useState('')
	return (
		<Page title={m.guide_title()} lead={m.guide_lead({ topics: counts.topics })}>
			<Drawing name="path" className="order-first hidden h-24 justify-self-start sm:block print:hidden" />
			<GuideSearch query={query} onQuery={setQuery} />
			{/* Kept while results are shown: what was open is open again afterwards. */}
			<div hidden={query.trim() !== ''} className="grid grid-cols-1 gap-8">
				<AreaList groups={groups} />
			</div>
			<AskInstead />
			<section aria-labelledby="revision" className="grid gap-2 border-line border-t pt-6">
				<h2 id="revision" className="font-bold text-heading text-xl">
					{m.guide_reviewed_title()}
				</h2>
				<p className="max-w-prose">{m.guide_reviewed_count({ reviewed: counts.reviewed, topics: counts.topics })}</p>
				<p className="max-w-prose">{m.guide_how_written()}</p>
				<Link to="/calidad" className="inline-flex min-h-12 items-center text-brand underline underline-offset-4">
					{m.quality_title()}
				</Link>
			</section>
		</Page>
	)
}
