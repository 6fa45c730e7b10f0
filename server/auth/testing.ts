// For tests of this base: what the server printed for somebody because no provider is configured, and clients.
import { AuthClient } from '@supabase/auth-js'
import { vi } from 'vitest'
import type { TestServer } from '../testing/server.ts'

export type Message = { text: string; code: string; link: string }

export type Inbox = {
	/** The next message to `to` (an address, or +1 and 10 digits) that was not taken yet; waits for one on its way. */
	next(to: string): Promise<Message>
	/** How many came to `to` so far, taken or not. */
	count(to: string): number
}

export function inboxOf(server: Pick<TestServer, 'said'>): Inbox {
	const taken = new Map<string, number>()
	const messagesTo = (to: string) => server.said().filter((line) => line.startsWith(`[mensaje] ${to}: `))
	return {
		async next(to) {
			const index = taken.get(to) ?? 0
			const text = await vi.waitFor(() => messagesTo(to)[index] ?? Promise.reject(new Error(`no message to ${to}`)), {
				timeout: 5000,
				interval: 10,
			})
			taken.set(to, index + 1)
			return {
				text,
				code: /código (?:es|en la página:) (\d{6})/.exec(text)?.[1] ?? '',
				link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
			}
		},
		count: (to) => messagesTo(to).length,
	}
}

let numbers = 0
/** A number nobody else in this file has. */
export function newPhone(): string {
	return `+1305${String(5550000 + ++numbers)}`
}

let addresses = 0
export function newEmail(): string {
	return `persona-${++addresses}@example.org`
}

/** The official client with options of one's own, on a storage of its own. */
export function clientOf(server: TestServer, options: { flowType?: 'implicit' | 'pkce'; key?: string } = {}) {
	const { flowType = 'implicit', key = server.anonKey } = options
	const stored = new Map<string, string>()
	return new AuthClient({
		url: `${server.url}/auth/v1`,
		headers: { apikey: key, Authorization: `Bearer ${key}` },
		autoRefreshToken: false,
		flowType,
		storage: {
			getItem: (name) => stored.get(name) ?? null,
			setItem: (name, value) => void stored.set(name, value),
			removeItem: (name) => void stored.delete(name),
		},
	})
}
