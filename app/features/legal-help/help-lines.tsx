import type { HelpLine, HelpLineGroup } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { OfficialLink } from '../guide/official-link.tsx'
import { linesFor, type SpokenLanguage } from './by-language.ts'
import { PhoneLink } from './phone-link.tsx'

const groups: { group: HelpLineGroup; id: string; title(): string }[] = [
	{ group: 'danger', id: 'peligro', title: m.legal_help_lines_danger },
	{ group: 'case', id: 'tu-caso', title: m.legal_help_lines_case },
	{ group: 'rights', id: 'tus-derechos', title: m.legal_help_lines_rights },
]

/** Telephone lines for the whole country, those of danger first. */
export function HelpLines({ lines, language }: { lines: HelpLine[]; language: SpokenLanguage }) {
	return (
		<section aria-labelledby="lineas" className="grid grid-cols-1 gap-5">
			<h2 id="lineas" className="font-bold text-2xl text-heading">
				{m.legal_help_lines_title()}
			</h2>
			{groups.map(({ group, id, title }) => (
				<section key={group} aria-labelledby={id} className="grid grid-cols-1 gap-3">
					<h3 id={id} className="font-bold text-heading text-xl">
						{title()}
					</h3>
					<ul className="divide-y divide-line rounded-2xl border border-line bg-surface">
						{linesFor(lines, language)
							.filter((line) => line.group === group)
							.map((line) => (
								<Line key={line.id} {...line} />
							))}
					</ul>
				</section>
			))}
		</section>
	)
}

function Line({ name, phone, for: purpose, hours, note, spanish, interpreters, url }: HelpLine) {
	const spoken = [spanish && m.legal_help_in_spanish(), interpreters && m.legal_help_interpreters()]
	return (
		<li className="grid gap-2 break-inside-avoid p-4 sm:px-5">
			<h4 lang="es" className="font-semibold">
				{name}
			</h4>
			<p lang="es">{purpose}</p>
			<PhoneLink phone={phone} name={name} />
			<p className="text-ink-soft text-sm">
				{hours ? <span lang="es">{hours}. </span> : null}
				{spoken.filter(Boolean).join('. ')}.
			</p>
			{note ? (
				<p lang="es" className="text-sm">
					{note}
				</p>
			) : null}
			<OfficialLink url={url} title={m.legal_help_official_page()} />
		</li>
	)
}
