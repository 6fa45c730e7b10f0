import type { HelpAdvice as Advice } from '../../../contracts/help.ts'

/** What to know before calling: who may help, how to check it, what to ask, what it must not cost. */
export function HelpAdvice({ advice }: { advice: Advice[] }) {
	return (
		<div lang="es" className="grid gap-7">
			{advice.map(({ id, title, paragraphs, points }) => (
				<section key={id} aria-labelledby={id} className="grid break-inside-avoid gap-3">
					<h2 id={id} className="font-bold text-heading text-xl">
						{title}
					</h2>
					{paragraphs.map((text) => (
						<p key={text} className="max-w-prose">
							{text}
						</p>
					))}
					{points.length > 0 ? (
						<ul className="grid max-w-prose list-disc gap-2 pl-6">
							{points.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					) : null}
				</section>
			))}
		</div>
	)
}
