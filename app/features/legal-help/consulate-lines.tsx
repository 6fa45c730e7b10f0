import type { ConsulateLine } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { OfficialLink } from '../guide/official-link.tsx'
import { PhoneLink } from './phone-link.tsx'

/** The warning stands before the numbers: a consulate is the government somebody may be fleeing. */
export function ConsulateLines({ consulates }: { consulates: ConsulateLine[] }) {
	return (
		<section aria-labelledby="consulados" className="grid grid-cols-1 gap-3">
			<h2 id="consulados" className="font-bold text-2xl text-heading">
				{m.legal_help_consulates()}
			</h2>
			<Notice tone="warning">
				<p>{m.legal_help_consulates_warning()}</p>
			</Notice>
			<ul className="divide-y divide-line rounded-2xl border border-line bg-surface">
				{consulates.map(({ country, name, phone, for: purpose, hours, url }) => (
					<li key={country} className="grid break-inside-avoid gap-2 p-4 sm:px-5">
						<h3 lang="es" className="font-semibold">
							{country}: {name}
						</h3>
						<p lang="es">{purpose}</p>
						<PhoneLink phone={phone} name={name} />
						{hours ? (
							<p lang="es" className="text-ink-soft text-sm">
								{hours}.
							</p>
						) : null}
						<OfficialLink url={url} title={m.legal_help_official_page()} />
					</li>
				))}
			</ul>
			<p className="max-w-prose">{m.legal_help_consulates_other()}</p>
		</section>
	)
}
