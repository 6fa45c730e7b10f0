// What the signed-in pages have read from the server. Loaded by them alone.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './errors.ts'
import { announceSessionEnd } from './session-end.ts'
import { readStoredSession, subscribeToStoredSession } from './stored-session.ts'

let client: QueryClient | undefined

/** The one cache of this page. Nothing in it outlives the person it belongs to. */
export function queryClient(): QueryClient {
	client ??= create()
	return client
}

function create(): QueryClient {
	const created = new QueryClient({
		queryCache: new QueryCache({ onError: announceSessionEnd }),
		mutationCache: new MutationCache({ onError: announceSessionEnd }),
		defaultOptions: {
			// 'always': without a connection a call fails and the page says so, instead of waiting without a word.
			queries: {
				networkMode: 'always',
				refetchOnWindowFocus: false,
				retry: (count, error) => count < 1 && isUnreachable(error),
			},
			mutations: { networkMode: 'always' },
		},
	})
	let person = readStoredSession()?.userId
	subscribeToStoredSession(() => {
		const now = readStoredSession()?.userId
		// What a page still shows stays until it is left: taken away, it would be asked for again, as nobody.
		if (!now) created.removeQueries({ type: 'inactive' })
		else if (now !== person) created.clear()
		person = now ?? person
	})
	return created
}
