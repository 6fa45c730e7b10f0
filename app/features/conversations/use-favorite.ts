import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SavedChat, savedChatsQuery, setFavorite } from '../../backend/saved-chats.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { sayWhatFailed } from './say-what-failed.ts'

/** Turns a favourite on or off: at once on the screen, taken back when the server refuses. */
export function useFavorite(userId: string) {
	const queries = useQueryClient()
	const { queryKey } = savedChatsQuery(userId)
	const show = (id: string, isFavorite: boolean) =>
		queries.setQueryData(queryKey, (chats) => chats?.map((chat) => (chat.id === id ? { ...chat, isFavorite } : chat)))
	const { mutate } = useMutation({
		mutationFn: ({ id, isFavorite }: SavedChat) => setFavorite(id, !isFavorite),
		onMutate: async ({ id, isFavorite }) => {
			await queries.cancelQueries({ queryKey })
			show(id, !isFavorite)
		},
		onSuccess: (_nothing, { isFavorite }) => {
			if (isFavorite) toast.success(m.conversations_favorite_removed(), m.conversations_favorite_removed_text())
			else toast.success(m.conversations_favorite_added(), m.conversations_favorite_added_text())
		},
		onError: (error, { id, isFavorite }) => {
			show(id, isFavorite)
			sayWhatFailed(error, m.conversations_favorite_failed())
		},
		onSettled: () => queries.invalidateQueries({ queryKey: ['saved-chats', userId] }),
	})
	return (chat: SavedChat) => mutate(chat)
}
