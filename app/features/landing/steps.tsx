import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Drawing } from '../../ui/drawings.tsx'

/** What happens, in the order it happens. */
export function Steps() {
	return (
		<section aria-labelledby="pasos" className="mx-auto grid grid-cols-1 max-w-6xl gap-8 px-4 py-12 sm:px-6 sm:py-16">
			<h2 id="pasos" className="font-bold text-2xl text-heading sm:text-3xl">
				{m.landing_steps_title()}
			</h2>
			<ol className="grid grid-cols-1 gap-5 md:grid-cols-3">
				<Step
					number={1}
					drawing={<Drawing name="form" className="h-22" />}
					title={m.landing_step_account_title()}
					text={m.landing_step_account_text()}
				/>
				<Step
					number={2}
					drawing={<Drawing name="question" className="h-22" />}
					title={m.landing_step_question_title()}
					text={m.landing_step_question_text()}
				/>
				<Step
					number={3}
					drawing={<Drawing name="path" className="h-22" />}
					title={m.landing_step_guidance_title()}
					text={m.landing_step_guidance_text()}
				/>
			</ol>
		</section>
	)
}

function Step({ number, drawing, title, text }: { number: number; drawing: ReactNode; title: string; text: string }) {
	return (
		<Card as="li" className="grid grid-cols-1 content-start gap-3">
			{drawing}
			<h3 className="font-bold text-heading text-xl">
				{number}. {title}
			</h3>
			<p>{text}</p>
		</Card>
	)
}
