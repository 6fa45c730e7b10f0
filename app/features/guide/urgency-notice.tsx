import type { TopicUrgency } from '../../../contracts/guide.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says first where a day may count. */
export function UrgencyNotice({ urgency }: { urgency: TopicUrgency }) {
	switch (urgency) {
		case 'urgent':
			return (
				<Notice tone="danger" title={m.guide_urgent_title()}>
					<p>{m.guide_urgent_text()}</p>
				</Notice>
			)
		case 'soon':
			return (
				<Notice tone="warning" title={m.guide_soon_title()}>
					<p>{m.guide_soon_text()}</p>
				</Notice>
			)
		case 'normal':
			return null
	}
}
