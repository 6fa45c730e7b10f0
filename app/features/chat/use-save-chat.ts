import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isSessionEnd } from '../../backend/errors.ts'
import { saveChat } from '../../backend/saved-chats.ts'
import { readStoredSession } from '../../backend/stored-session.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { type Conversation, newestAnswered } from './conversation.ts'

/** 'Guardar Chat': keeps the newest question and its answer, once. */
export function useSaveChat(userId: string, turns: Conversation, reopenedId: string | undefined) {
	const queries = useQueryClient()
	const savedTurns = useRef(new Set(reopenedId ? [reopenedId] : []))
	const { mutate, isPending } = useMutation({
		mutationFn: ({ question, answer }: { id: string; question: string; answer: string }) =>
			saveChat(userId, { question, answer }),
		onSuccess: (_saved, { id }) => {
			savedTurns.current.add(id)
			toast.success(m.chat_saved())
			return queries.invalidateQueries({ queryKey: ['saved-chats', userId] })
		},
		onError: (error) => {
			if (!isSessionEnd(error)) toast.error(m.chat_save_failed(), m.chat_save_failed_text())
		},
	})
	const save = () => {
		const turn = newestAnswered(turns)
		if (!readStoredSession()) toast.error(m.chat_sign_in_to_save())
		else if (!turn) toast.error(m.chat_nothing_to_save())
		else if (savedTurns.current.has(turn.id)) toast.info(m.chat_already_saved())
		else mutate(turn)
	}
	return { save, isSaving: isPending }
}
