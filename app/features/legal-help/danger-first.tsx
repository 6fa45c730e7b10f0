import type { HelpLine } from '../../../contracts/help.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { telephoneAddress } from './phone-link.tsx'

/** Before everything else: whom to call when there is danger now. */
export function DangerFirst({ line }: { line: HelpLine }) {
	return (
		<Notice
			tone="danger"
			title={
				<>
					{m.legal_help_danger()}{' '}
					<a href={telephoneAddress(line.phone)} className="inline-flex min-h-12 items-center text-xl underline">
						{line.phone}
					</a>
				</>
			}
		>
			<p>{m.legal_help_danger_text()}</p>
			<p>
				<a href="#peligro" className="inline-flex min-h-12 items-center text-brand underline print:hidden">
					{m.legal_help_danger_more()}
				</a>
			</p>
		</Notice>
	)
}
