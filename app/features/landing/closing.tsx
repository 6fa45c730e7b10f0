import { m } from '../../i18n/messages.ts'
import { Drawing } from '../../ui/drawings.tsx'
import { StartButton } from './start-button.tsx'

/** The last word, for whoever has read to the end. */
export function Closing() {
	return (
		<section
			aria-labelledby="empezar"
			className="mx-auto grid grid-cols-1 max-w-3xl justify-items-center gap-5 px-4 py-12 text-center sm:px-6 sm:py-16"
		>
			<Drawing name="family" className="h-24" />
			<h2 id="empezar" className="font-bold text-2xl text-heading sm:text-3xl">
				{m.landing_closing_title()}
			</h2>
			<p className="max-w-prose">{m.landing_closing_text()}</p>
			<StartButton variant="primary" />
		</section>
	)
}
