import type { StateHelp } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type SpokenLanguage, spokenLanguages } from './by-language.ts'

type PlaceChooserProps = {
	states: StateHelp[]
	/** The chosen state's letters; empty before. */
	code: string
	language: SpokenLanguage
	onCode(code: string): void
	onLanguage(language: SpokenLanguage): void
}

const languageNames: Record<SpokenLanguage, () => string> = {
	es: m.legal_help_language_es,
	en: m.legal_help_language_en,
	other: m.legal_help_language_other,
}

const languageHints: Record<SpokenLanguage, () => string> = {
	es: m.legal_help_hint_es,
	en: m.legal_help_hint_en,
	other: m.legal_help_hint_other,
}

/** Where somebody lives and what they speak. It stays in the page: it stands in no address and is sent nowhere. */
export function PlaceChooser({ states, code, language, onCode, onLanguage }: PlaceChooserProps) {
	return (
		<section aria-label={m.legal_help_choose()} className="grid gap-4 noscript:hidden print:hidden">
			<div className="grid gap-4 sm:grid-cols-2">
				{/* Without names: before the page is alive nothing could put them into the address. */}
				<SelectField
					label={m.legal_help_state()}
					value={code}
					autoComplete="off"
					onChange={(event) => onCode(event.target.value)}
				>
					<option value="">{m.legal_help_choose_state()}</option>
					{states.map((state) => (
						<option key={state.code} value={state.code} lang="es">
							{state.name}
						</option>
					))}
				</SelectField>
				<SelectField
					label={m.legal_help_language()}
					value={language}
					autoComplete="off"
					onChange={(event) => onLanguage(event.target.value as SpokenLanguage)}
				>
					{spokenLanguages.map((spoken) => (
						<option key={spoken} value={spoken}>
							{languageNames[spoken]()}
						</option>
					))}
				</SelectField>
			</div>
			<p className="text-ink-soft text-sm">{languageHints[language]()}</p>
			<p className="text-ink-soft text-sm">{m.legal_help_stays_here()}</p>
		</section>
	)
}
