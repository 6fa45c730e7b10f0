// Hears of changes to the person's saved chats, whichever device made them. Only the page that lists them loads this.
import { RealtimeClient } from '@supabase/realtime-js'
import { runtimeConfig } from './runtime-config.ts'
import { loadBackend } from './session.ts'

export type Watch = {
	userId: string
	/** Something changed, or may have while nobody was listening. */
	onChange(): void
	/** Ends the watch. */
	signal: AbortSignal
}

/** Several changes at once, as when a person deletes one after the other, are told once. */
const gatherMs = 100
/** The server closes a channel whose token ran out, for instance while the device slept. */
const reopenMs = 5000

export async function watchSavedChats({ userId, onChange, signal }: Watch): Promise<void> {
	const [{ anonKey }, { auth }] = await Promise.all([runtimeConfig(), loadBackend()])
	if (signal.aborted) return
	const client = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
		params: { apikey: anonKey },
		accessToken: async () => (await auth.getSession()).data.session?.access_token ?? anonKey,
	})
	const wish = { event: '*', schema: 'public', table: 'saved_chats', filter: `user_id=eq.${userId}` } as const
	let gathering: ReturnType<typeof setTimeout> | undefined
	let reopening: ReturnType<typeof setTimeout> | undefined

	const tell = () => {
		gathering ??= setTimeout(() => {
			gathering = undefined
			onChange()
		}, gatherMs)
	}
	const open = async () => {
		await client.setAuth()
		if (signal.aborted) return
		const channel = client.channel('saved-chats').on('postgres_changes', wish, tell)
		channel.subscribe((status) => {
			if (signal.aborted) return
			if (status === 'SUBSCRIBED') tell()
			if (status === 'CLOSED') {
				tell()
				reopening = setTimeout(open, reopenMs)
			}
		})
	}

	signal.addEventListener('abort', () => {
		clearTimeout(gathering)
		clearTimeout(reopening)
		void client.disconnect()
	})
	await open()
}
