import { useState } from 'react'
import type { HelpBook } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { Page } from '../../ui/page.tsx'
import { SharePage } from '../guide/share-topic.tsx'
import type { SpokenLanguage } from './by-language.ts'
import { ConsulateLines } from './consulate-lines.tsx'
import { DangerFirst } from './danger-first.tsx'
import { HelpAdvice } from './help-advice.tsx'
import { HelpLines } from './help-lines.tsx'
import { PlaceChooser } from './place-chooser.tsx'
import { StateHelp } from './state-help.tsx'

/** Where real help is found: danger first, then the state's official lists, the lines, and how not to be cheated. */
export function LegalHelpPage({ book }: { book: HelpBook }) {
	const [code, setCode] = useState('')
	const [language, setLanguage] = useState<SpokenLanguage>('es')
	const state = book.states.find((one) => one.code === code)
	const [emergency, ...lines] = book.lines
	return (
		<Page
			title={m.legal_help_title()}
			lead={m.legal_help_lead()}
			className="gap-8 print:max-w-none print:gap-5 print:[zoom:0.72]"
		>
			{emergency ? <DangerFirst line={emergency} /> : null}
			<OnThisPage />
			<PlaceChooser states={book.states} {...{ code, language }} onCode={setCode} onLanguage={setLanguage} />
			<StateHelp {...{ book, language }} {...(state ? { state } : {})} />
			<SharePage path="/ayuda-legal" title={m.legal_help_title()} />
			<HelpAdvice advice={book.advice} />
			<HelpLines lines={lines} language={language} />
			<ConsulateLines consulates={book.consulates} />
			<p className="text-ink-soft text-sm">{m.legal_help_lists_are_theirs()}</p>
			<p className="text-ink-soft text-sm">{m.frame_general_information()}</p>
		</Page>
	)
}

/** The page is long on a phone; these lead past what somebody does not need now. */
function OnThisPage() {
	return (
		<nav aria-label={m.legal_help_on_this_page()} className="-mx-3 -my-4 flex flex-wrap print:hidden">
			{[
				{ to: '#antes-de-llamar', label: m.legal_help_advice() },
				{ to: '#lineas', label: m.legal_help_lines_short() },
				{ to: '#consulados', label: m.legal_help_consulates() },
			].map(({ to, label }) => (
				<a key={to} href={to} className="menu-link px-3">
					{label}
				</a>
			))}
		</nav>
	)
}
