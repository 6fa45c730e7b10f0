import type { HelpBook, StateHelp as State } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { SpokenLanguage } from './by-language.ts'
import { HelpLists } from './help-lists.tsx'

/** The chosen state, and what is the same everywhere. */
export function StateHelp({ book, state, language }: { book: HelpBook; state?: State; language: SpokenLanguage }) {
	return (
		<>
			<div role="status" className="sr-only">
				{state ? m.legal_help_shown({ state: state.name }) : null}
			</div>
			{state ? (
				<section aria-labelledby="tu-estado" className="card grid gap-4">
					<h2 id="tu-estado" className="font-bold text-2xl text-heading">
						{m.legal_help_in_state({ state: state.name })}
					</h2>
					<HelpLists lists={state.lists} language={language} />
				</section>
			) : null}
			<section aria-labelledby="todo-el-pais" className="card grid gap-4">
				<h2 id="todo-el-pais" className="font-bold text-2xl text-heading">
					{m.legal_help_everywhere()}
				</h2>
				<HelpLists lists={book.lists} language={language} />
			</section>
			<AllStates states={book.states} language={language} isPrinted={!state} />
		</>
	)
}

/**
 * Every state, for whoever reads without JavaScript or before the page is alive. On paper only what was opened, and
 * nothing when a state was chosen.
 */
function AllStates({ states, language, isPrinted }: { states: State[]; language: SpokenLanguage; isPrinted: boolean }) {
	return (
		<details
			className={`group/all rounded-2xl border border-line bg-surface not-open:print:hidden ${isPrinted ? '' : 'print:hidden'}`}
		>
			<summary className={summaryLook}>
				<h2 className="flex-1 font-semibold">{m.legal_help_all_states()}</h2>
				<Icon name="chevron" className="group-open/all:rotate-180 print:hidden" />
			</summary>
			<div className="divide-y divide-line border-line border-t print:divide-y-0">
				{states.map(({ code, name, lists }) => (
					<details key={code} className="group/one not-open:print:hidden">
						<summary className={summaryLook}>
							<h3 lang="es" className="flex-1 font-semibold">
								{name}
							</h3>
							<Icon name="chevron" className="group-open/one:rotate-180 print:hidden" />
						</summary>
						<div className="px-4 pb-5 sm:px-5">
							<HelpLists lists={lists} language={language} />
						</div>
					</details>
				))}
			</div>
		</details>
	)
}

const summaryLook =
	'flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-2xl px-4 py-2 sm:px-5 [&::-webkit-details-marker]:hidden'
