import type { FormLink } from '../../../contracts/guide-pages.ts'
import { m } from '../../i18n/messages.ts'
import { OfficialLink } from './official-link.tsx'

/** The forms a topic is about, each with its official page where the guide knows it. */
export function TopicForms({ forms }: { forms: readonly FormLink[] }) {
	if (forms.length === 0) return null
	return (
		<section aria-labelledby="formularios" className="grid gap-2">
			<h2 id="formularios" className="font-bold text-heading text-xl">
				{m.guide_forms()}
			</h2>
			<ul className="grid gap-1">
				{forms.map(({ number, what, url }) => {
					const name = what ? `${number}: ${what}` : number
					return (
						<li key={number} lang="es">
							{url ? (
								<OfficialLink url={url} title={name} />
							) : (
								<span className="inline-flex min-h-12 items-center">{name}</span>
							)}
						</li>
					)
				})}
			</ul>
		</section>
	)
}
