import { requireSession } from '../backend/require-session.ts'
import { SignedIn } from '../features/account/signed-in.tsx'
import { Chat } from '../features/chat/chat-route.tsx'
import { ChatSkeleton } from '../features/chat/chat-skeleton.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/chat'

export const meta = () => [{ title: `${m.chat_page_title()} · ${productName}` }]

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => requireSession(request)

/** The menu's own link and a cleared conversation are no new visit. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
	return <ChatSkeleton />
}

export default function ChatRoute({ loaderData }: Route.ComponentProps) {
	return (
		<SignedIn person={loaderData}>
			<Chat person={loaderData} />
		</SignedIn>
	)
}
