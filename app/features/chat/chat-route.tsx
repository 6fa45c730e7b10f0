import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { savedChatQuery } from '../../backend/saved-chats.ts'
import type { Person } from '../../backend/session.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { ChatPage } from './chat-page.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { reopenedTurn } from './conversation.ts'

/** The chat, opened afresh or with the saved conversation that the navigation names. */
export function Chat({ person }: { person: Person }) {
	const { state } = useLocation()
	const navigate = useNavigate()
	const savedChatId = (state as { savedChatId?: string } | null)?.savedChatId
	const startAfresh = () => navigate('/chat', { replace: true, state: null })
	if (savedChatId)
		return <ReopenedChat key={savedChatId} person={person} savedChatId={savedChatId} onFresh={startAfresh} />
	return <ChatPage person={person} reopened={null} onCleared={startAfresh} />
}

type ReopenedChatProps = { person: Person; savedChatId: string; onFresh(): void }

function ReopenedChat({ person, savedChatId, onFresh }: ReopenedChatProps) {
	const { data: saved, isPending, error } = useQuery(savedChatQuery(person.userId, savedChatId))
	const isMissing = saved === null || error !== null
	useEffect(() => {
		if (!isMissing) return
		toast.error(error ? m.chat_reopened_failed() : m.chat_reopened_missing())
		onFresh()
	}, [isMissing, error, onFresh])
	if (isPending || !saved) return <ChatSkeleton />
	return <ChatPage person={person} reopened={reopenedTurn(saved)} onCleared={onFresh} />
}
