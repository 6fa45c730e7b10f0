import { m } from '../../i18n/messages.ts'
import { Drawing } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Each line is something the software keeps: nothing is promised here that it does not do. */
export function PrivacyPromise() {
	const promises = [
		m.landing_privacy_only_saved(),
		m.landing_privacy_delete(),
		m.landing_privacy_never_sold(),
		m.landing_privacy_no_trackers(),
	]
	return (
		<section aria-labelledby="privacidad" className="border-line border-y bg-surface">
			<div className="mx-auto grid grid-cols-1 max-w-6xl items-center gap-6 px-4 py-12 sm:px-6 sm:py-16 md:grid-cols-[auto_1fr] md:gap-12">
				<Drawing name="letter" className="h-24 md:mx-6 md:h-32" />
				<div className="grid grid-cols-1 gap-4">
					<h2 id="privacidad" className="font-bold text-2xl text-heading sm:text-3xl">
						{m.landing_privacy_title()}
					</h2>
					<ul className="grid grid-cols-1 max-w-prose gap-3">
						{promises.map((promise) => (
							<li key={promise} className="flex items-start gap-3">
								<Icon name="check" className="mt-1 text-speak" />
								{promise}
							</li>
						))}
					</ul>
				</div>
			</div>
		</section>
	)
}
