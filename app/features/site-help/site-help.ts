// The helper's one conversation in this document: the panel and /website-help show the same.
import { runtimeConfig } from '../../backend/runtime-config.ts'
import { readStoredSession, subscribeToStoredSession } from '../../backend/stored-session.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { createHelpClient } from './help-client.ts'
import { createHelpConversation } from './help-conversation.ts'

export const siteHelp = createHelpConversation({
	client: createHelpClient({
		fetch: (...request) => fetch(...request),
		readKey: async () => (await runtimeConfig()).anonKey,
	}),
	onUnreachable: () => toast.error(m.site_help_unreachable()),
})

if (typeof window !== 'undefined') forgetWhoLeaves()

/** Phones are shared: whoever comes after somebody who was signed in reads nothing of theirs. */
function forgetWhoLeaves(): void {
	let personId = readStoredSession()?.userId
	subscribeToStoredSession(() => {
		const now = readStoredSession()?.userId
		if (personId !== undefined && now !== personId) siteHelp.clear()
		personId = now
	})
}
