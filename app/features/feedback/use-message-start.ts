import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { MessageInput } from '../../../contracts/feedback.ts'
import type { OwnDetails } from '../../backend/own-details.ts'
import { m } from '../../i18n/messages.ts'
import { useStoredSession } from '../frame/use-stored-session.ts'

/** What the form begins with: the details of whoever is signed in, and the topic that `?mensaje=` names. */
export function useMessageStart(): MessageInput {
	const details = useOwnDetails()
	const topic = useNamedTopic()
	return useMemo(
		() => ({
			first_name: details?.firstName ?? '',
			last_name: details?.lastName ?? '',
			email: details?.email ?? '',
			message: topic ? `${m.feedback_about_topic({ title: topic.title, id: topic.id })} ` : '',
		}),
		[details, topic],
	)
}

function useOwnDetails(): OwnDetails | null {
	const userId = useStoredSession()?.userId
	const [details, setDetails] = useState<OwnDetails | null>(null)
	useEffect(() => {
		if (!userId) return setDetails(null)
		let isWanted = true
		import('../../backend/own-details.ts')
			.then(({ ownDetails }) => ownDetails())
			.then(
				(known) => isWanted && setDetails(known),
				() => {
					// The fields stay empty: people know their own names.
				},
			)
		return () => {
			isWanted = false
		}
	}, [userId])
	return details
}

type NamedTopic = { id: string; title: string }

/** The address names the topic; its title comes along from the guide, or is looked up. An unknown id names nothing. */
function useNamedTopic(): NamedTopic | null {
	const { search, state } = useLocation()
	const [topic, setTopic] = useState<NamedTopic | null>(null)
	const title = (state as { topicTitle?: unknown } | null)?.topicTitle
	useEffect(() => {
		// Read here and not while rendering: the built page knows no query.
		const id = new URLSearchParams(search).get('mensaje') ?? ''
		if (!isTopicId.test(id)) return setTopic(null)
		if (typeof title === 'string') return setTopic({ id, title })
		let isWanted = true
		import('../guide/topic-search.ts')
			.then(({ fetchEntries }) => fetchEntries())
			.then(
				(entries) => isWanted && setTopic(entries.find((entry) => entry.id === id) ?? null),
				() => isWanted && setTopic({ id, title: id }),
			)
		return () => {
			isWanted = false
		}
	}, [search, title])
	return topic
}

const isTopicId = /^[a-z0-9-]{3,90}$/
