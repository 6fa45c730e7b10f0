import { MessagePage } from '../features/feedback/message-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/user-feedback'

export const meta: Route.MetaFunction = () => [
	{ title: `${m.feedback_title()} · ${productName}` },
	{ name: 'description', content: m.feedback_lead() },
]

export default function UserFeedback() {
	return <MessagePage />
}
