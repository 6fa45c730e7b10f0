import { m } from '../../i18n/messages.ts'
import { Drawing } from '../../ui/drawings.tsx'
import { StartButton } from './start-button.tsx'

export function Hero() {
	return (
		<section className="overflow-hidden bg-deep text-on-deep print:bg-transparent print:text-ink">
			<div className="mx-auto grid max-w-6xl grid-cols-1 items-end gap-x-10 lg:grid-cols-[1fr_minmax(0,30rem)]">
				<div className="grid grid-cols-1 content-center gap-5 self-center px-4 pt-10 pb-6 sm:px-6 sm:pt-14 lg:py-16">
					<h1 className="font-bold text-3xl sm:text-4xl lg:text-5xl">{m.landing_title()}</h1>
					<p className="max-w-prose text-lg text-on-deep-soft lg:text-xl print:text-ink">{m.landing_subtitle()}</p>
					<div className="flex flex-col items-stretch gap-3 sm:flex-row sm:items-center sm:gap-5">
						<StartButton variant="lamp" />
						<p className="text-on-deep-soft text-sm print:text-ink">{m.landing_free()}</p>
					</div>
				</div>
				<Drawing name="scene" className="stroke-none mx-auto block h-auto w-full max-w-lg print:hidden" />
			</div>
		</section>
	)
}
