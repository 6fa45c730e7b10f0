import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { GuideArea, GuideGroup } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { TopicLinkLine } from './topic-link-line.tsx'

/** All topics by area. The platform's <details>, so it also works without JavaScript; a link may name the area to open. */
export function AreaList({ groups }: { groups: readonly GuideGroup[] }) {
	useOpenNamedArea()
	return groups.map(({ title, areas }) => (
		<section key={title} aria-label={title} lang="es" className="grid grid-cols-1 gap-3">
			<h2 className="font-bold text-heading text-xl">{title}</h2>
			<div className="divide-y divide-line rounded-2xl border border-line bg-surface">
				{areas.map((area) => (
					<Area key={area.id} {...area} />
				))}
			</div>
		</section>
	))
}

function Area({ id, title, topics }: GuideArea) {
	return (
		<details id={id} className="group">
			<summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-2xl px-4 py-2 sm:px-5 [&::-webkit-details-marker]:hidden">
				<h3 className="flex-1 font-semibold">{title}</h3>
				<span className="text-ink-soft text-sm">
					{topics.length === 1 ? m.guide_one_topic() : m.guide_topics({ count: topics.length })}
				</span>
				<Icon
					name="chevron"
					className="transition-transform group-open:rotate-180 motion-reduce:transition-none print:hidden"
				/>
			</summary>
			<ul className="grid px-2 pb-3 sm:px-3">
				{topics.map((topic) => (
					<li key={topic.id}>
						<TopicLinkLine {...topic} />
					</li>
				))}
			</ul>
		</details>
	)
}

/** `/guia#asilo` opens the area: the path above a topic leads there. */
function useOpenNamedArea() {
	const { hash } = useLocation()
	useEffect(() => {
		const area = hash ? document.getElementById(hash.slice(1)) : null
		if (!(area instanceof HTMLDetailsElement)) return
		area.open = true
		area.scrollIntoView()
		area.querySelector('summary')?.focus({ preventScroll: true })
	}, [hash])
}
