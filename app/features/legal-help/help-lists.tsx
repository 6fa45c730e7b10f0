import type { HelpList, HelpListKind } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { OfficialLink } from '../guide/official-link.tsx'
import { listsFor, type SpokenLanguage } from './by-language.ts'

const kinds: Record<HelpListKind, () => string> = {
	'pro-bono': m.legal_help_kind_pro_bono,
	accredited: m.legal_help_kind_accredited,
	'legal-aid': m.legal_help_kind_legal_aid,
	bar: m.legal_help_kind_bar,
	check: m.legal_help_kind_check,
	complaint: m.legal_help_kind_complaint,
	court: m.legal_help_kind_court,
}

const pageLanguages = { es: m.legal_help_page_spanish, en: m.legal_help_page_english }

/** Official pages, each with what it is good for. */
export function HelpLists({ lists, language }: { lists: HelpList[]; language: SpokenLanguage }) {
	return (
		<ul className="grid gap-4">
			{listsFor(lists, language).map(({ kind, title, url, note, languages }) => (
				<li key={url} className="grid break-inside-avoid gap-0.5">
					<p className="font-semibold">{kinds[kind]()}</p>
					<OfficialLink url={url} title={title} />
					{languages.length > 0 ? (
						<p className="text-ink-soft text-sm">{languages.map((code) => pageLanguages[code]()).join('. ')}.</p>
					) : null}
					{note ? (
						<p lang="es" className="text-sm">
							{note}
						</p>
					) : null}
				</li>
			))}
		</ul>
	)
}
