import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GuideCounts, Quality, QualitySet } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { kindLabel, setText, setTitle } from './quality-words.ts'
import { dateOf } from './words.ts'

/** What was measured about the answers, with its date, its method and its limits. */
export function QualityPage({ quality, counts }: { quality: Quality | null; counts: GuideCounts }) {
	return (
		<Page title={m.quality_title()} lead={m.quality_lead()}>
			{quality ? <Measured {...quality} /> : <Notice>{m.quality_none()}</Notice>}
			<Section id="limites" title={m.quality_limits_title()}>
				<ul className="grid max-w-prose list-disc gap-1.5 pl-6 marker:text-brand">
					<li>{m.quality_limit_small()}</li>
					<li>{m.quality_limit_seen()}</li>
					<li>{m.quality_limit_own()}</li>
					<li>{m.quality_limit_guide()}</li>
				</ul>
			</Section>
			<Section id="guia" title={m.quality_guide_title()}>
				<p className="max-w-prose">{m.guide_reviewed_count({ reviewed: counts.reviewed, topics: counts.topics })}</p>
				<p className="max-w-prose">{m.guide_how_written()}</p>
				<p>
					<Link to="/guia" className="inline-flex min-h-12 items-center text-brand underline underline-offset-4">
						{m.guide_see_all()}
					</Link>
				</p>
			</Section>
			<Section id="avisar" title={m.quality_report_title()}>
				<p className="max-w-prose">{m.quality_report_text()}</p>
				<p>
					<Link
						to="/user-feedback"
						className="inline-flex min-h-12 items-center text-brand underline underline-offset-4"
					>
						{m.feedback_title()}
					</Link>
				</p>
			</Section>
		</Page>
	)
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id} className="grid gap-2">
			<h2 id={id} className="font-bold text-heading text-xl">
				{title}
			</h2>
			{children}
		</section>
	)
}

function Measured({ date, sets }: Quality) {
	return (
		<>
			<p className="max-w-prose">{m.quality_measured({ date: dateOf(date) })}</p>
			{sets.map((set) => (
				<MeasuredSet key={set.id} {...set} />
			))}
		</>
	)
}

function MeasuredSet({ id, questions, right, dangerous, kinds }: QualitySet) {
	return (
		<Card as="section" aria-labelledby={id} className="grid grid-cols-1 gap-3">
			<h2 id={id} className="font-bold text-heading text-xl">
				{setTitle(id)}
			</h2>
			<p className="max-w-prose">{setText(id)}</p>
			<p className="font-semibold text-lg">{m.quality_right({ right, questions, share: share(right, questions) })}</p>
			{dangerous === undefined ? null : <p>{m.quality_dangerous({ count: dangerous })}</p>}
			<table className="w-full border-collapse text-left">
				<thead>
					<tr className="border-line border-b text-ink-soft text-sm">
						<th scope="col" className="py-2 pr-3 font-semibold">
							{m.quality_kind()}
						</th>
						<th scope="col" className="py-2 text-right font-semibold">
							{m.quality_share()}
						</th>
					</tr>
				</thead>
				<tbody>
					{kinds.map(({ kind, questions, right }) => (
						<tr key={kind} className="border-line border-b last:border-0">
							<th scope="row" className="py-2 pr-3 font-normal">
								{kindLabel(kind)}
							</th>
							<td className="whitespace-nowrap py-2 text-right">
								{m.quality_of({ right, questions, share: share(right, questions) })}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Card>
	)
}

/** Rounded down, so that only all of them are 100. */
function share(right: number, questions: number): number {
	return questions === 0 ? 0 : Math.floor((100 * right) / questions)
}
