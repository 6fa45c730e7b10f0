import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const examples = [m.chat_example_work, m.chat_example_family, m.chat_example_asylum]

/** Before the first question: who answers here, and three questions to try. */
export function Welcome({ onAsk }: { onAsk(question: string): void }) {
	return (
		<Card className="mb-5 grid gap-4">
			<p className="max-w-prose">{m.chat_greeting()}</p>
			<div className="grid gap-2">
				<h2 className="font-semibold">{m.chat_examples_title()}</h2>
				<ul className="grid gap-2">
					{examples.map((example) => (
						<li key={example()} className="grid">
							<Button
								variant="secondary"
								className="justify-start text-left font-normal"
								onClick={() => onAsk(example())}
							>
								{example()}
							</Button>
						</li>
					))}
				</ul>
			</div>
		</Card>
	)
}
