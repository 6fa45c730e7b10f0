import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { FoundTopic, TopicSearch } from './topic-search.ts'

type Loading = { search: TopicSearch | null; state: 'idle' | 'loading' | 'failed' }

/** What the query finds; list and search are fetched when somebody first goes to the field. */
export function useTopicSearch(query: string): {
	/** Undefined while there is nothing to look for, or nothing to look in yet. */
	found: FoundTopic[] | undefined
	status: string
	prepare(): void
} {
	const [{ search, state }, setLoading] = useState<Loading>({ search: null, state: 'idle' })
	const prepare = () => {
		if (state === 'loading' || search) return
		setLoading({ search: null, state: 'loading' })
		import('./topic-search.ts')
			.then(({ loadTopicSearch }) => loadTopicSearch())
			.then(
				(search) => setLoading({ search, state: 'idle' }),
				() => setLoading({ search: null, state: 'failed' }),
			)
	}
	const isAsked = query.trim() !== ''
	const found = isAsked && search ? search(query) : undefined
	return { found, status: isAsked ? statusOf(state, found) : '', prepare }
}

function statusOf(state: Loading['state'], found: FoundTopic[] | undefined): string {
	if (state === 'failed') return m.guide_search_failed()
	if (!found) return m.guide_search_loading()
	if (found.length === 0) return m.guide_search_nothing()
	return found.length === 1 ? m.guide_one_topic() : m.guide_topics({ count: found.length })
}
