import { Link } from 'react-router'
import type { AnswerSource } from '../../../contracts/assistant.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** Where an answer comes from: the official page, whose it is, and when the answer was last compared with it. */
export function AnswerSources({ sources }: { sources: readonly AnswerSource[] }) {
	if (sources.length === 0) return null
	return (
		<div className="mt-4 grid gap-2 border-line border-t pt-3 text-sm">
			<h4 className="font-semibold">{sources.length === 1 ? m.chat_one_source() : m.chat_sources()}</h4>
			<ul className="grid gap-1">
				{sources.map((source, index) => (
					<li key={source.url}>
						{/* The sources of one topic share its page: the way there stands under the last of them. */}
						<SourceLink {...source} guide={sources[index + 1]?.guide === source.guide ? null : source.guide} />
					</li>
				))}
			</ul>
		</div>
	)
}

function SourceLink({ title, url, reviewed, guide }: AnswerSource) {
	const host = hostOf(url)
	if (!host) return null
	return (
		<>
			<a
				href={url}
				target="_blank"
				rel="noopener noreferrer"
				className="inline-flex min-h-12 items-center gap-2 py-1 text-brand underline underline-offset-4"
			>
				<Icon name="external" className="size-5" />
				<span>
					{title} <span className="whitespace-nowrap">({host})</span>
				</span>
				<VisuallyHidden> ({m.chat_new_tab()})</VisuallyHidden>
			</a>
			{reviewed ? <p className="pl-7 text-ink-soft">{m.chat_reviewed({ date: dateOf(reviewed) })}</p> : null}
			{guide ? (
				<Link to={guide} className="inline-flex min-h-12 items-center pl-7 text-brand underline underline-offset-4">
					{m.chat_read_guide()}
				</Link>
			) : null}
		</>
	)
}

/** The host people recognise; null for anything that is not a secure web address. */
function hostOf(url: string): string | null {
	if (!URL.canParse(url)) return null
	const { protocol, hostname } = new URL(url)
	return protocol === 'https:' ? hostname.replace(/^www\./, '') : null
}

/** 2026-06-15 → 15/06/2026. A date without a time has no time zone to get wrong. */
function dateOf(isoDate: string): string {
	return isoDate.slice(0, 10).split('-').reverse().join('/')
}
