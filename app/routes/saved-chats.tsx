import { requireSession } from '../backend/require-session.ts'
import { SignedIn } from '../features/account/signed-in.tsx'
import { SavedChatsPage } from '../features/conversations/saved-chats-page.tsx'
import { SavedChatsSkeleton } from '../features/conversations/saved-chats-skeleton.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/saved-chats'

export const meta = () => [{ title: `${m.conversations_title()} · ${productName}` }]

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => requireSession(request)

export function HydrateFallback() {
	return <SavedChatsSkeleton />
}

export default function SavedChatsRoute({ loaderData }: Route.ComponentProps) {
	return (
		<SignedIn person={loaderData}>
			<SavedChatsPage userId={loaderData.userId} />
		</SignedIn>
	)
}
