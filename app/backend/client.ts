// The backend of this origin: accounts, tables and functions. Public pages of a visitor never load this module;
// everybody else reaches it through `loadBackend` in session.ts.
import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { runtimeConfig } from './runtime-config.ts'
import { sessionKey, sessionStore } from './stored-session.ts'
import type { Tables } from './tables.ts'

export type Backend = {
	auth: InstanceType<typeof AuthClient>
	tables: PostgrestClient<Tables>
	/** Calls this origin as the person signed in, else with the public key. */
	fetchAsPerson: typeof fetch
}

let loading: Promise<Backend> | undefined

/** The one client of this page; after a failure the next call tries again. */
export function backend(): Promise<Backend> {
	loading ??= create().catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}

async function create(): Promise<Backend> {
	const { anonKey } = await runtimeConfig()
	const auth = new AuthClient({
		url: `${location.origin}/auth/v1`,
		headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
		storageKey: sessionKey(location.hostname),
		storage: sessionStore,
		persistSession: true,
		autoRefreshToken: true,
		detectSessionInUrl: false,
	})
	const fetchAsPerson: typeof fetch = async (input, init) => {
		const { data, error } = await auth.getSession()
		// Without an answer nobody knows whether the session still lives: the call fails, the session stays.
		if (error && isAuthRetryableFetchError(error))
			throw new TypeError('the session could not be renewed', { cause: error })
		const headers = new Headers(init?.headers)
		headers.set('apikey', anonKey)
		headers.set('Authorization', `Bearer ${data.session?.access_token ?? anonKey}`)
		return fetch(input, { ...init, headers })
	}
	const tables = new PostgrestClient<Tables>(`${location.origin}/rest/v1`, { fetch: fetchAsPerson, retry: false })
	return { auth, tables, fetchAsPerson }
}
