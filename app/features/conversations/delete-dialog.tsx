import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteSavedChat, type SavedChat, savedChatsQuery } from '../../backend/saved-chats.ts'
import { m } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { sayWhatFailed } from './say-what-failed.ts'

type DeleteDialogProps = {
	userId: string
	/** The chat it asks about; null while it is closed. */
	chat: SavedChat | null
	onClose(): void
	onDeleted(id: string): void
}

export function DeleteDialog({ userId, chat, onClose, onDeleted }: DeleteDialogProps) {
	const queries = useQueryClient()
	const { queryKey } = savedChatsQuery(userId)
	const { mutate, isPending } = useMutation({
		mutationFn: deleteSavedChat,
		onSuccess: (_nothing, id) => {
			queries.setQueryData(queryKey, (chats) => chats?.filter((other) => other.id !== id))
			toast.success(m.conversations_deleted(), m.conversations_deleted_text())
			onClose()
			onDeleted(id)
			void queries.invalidateQueries({ queryKey: ['saved-chats', userId] })
		},
		onError: (error) => {
			onClose()
			sayWhatFailed(error, m.conversations_delete_failed())
		},
	})
	return (
		<ConfirmDialog
			title={m.conversations_delete_title()}
			open={chat !== null}
			onClose={onClose}
			confirmLabel={m.conversations_delete()}
			busyLabel={m.conversations_deleting()}
			busy={isPending}
			onConfirm={() => chat && mutate(chat.id)}
		>
			<p>{m.conversations_delete_text()}</p>
		</ConfirmDialog>
	)
}
