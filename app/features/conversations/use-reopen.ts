import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callFunction } from '../../backend/functions.ts'
import { announceSessionEnd } from '../../backend/session-end.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Opens a saved conversation in the chat. The assistant forgets the last one first: that also shows whether it can be
 * reached, and only then the page is left.
 */
export function useReopen() {
	const navigate = useNavigate()
	const [reopening, setReopening] = useState<string | null>(null)
	const reopen = async (id: string) => {
		setReopening(id)
		try {
			await callFunction('clear-context', {})
			await navigate('/chat', { state: { savedChatId: id } })
		} catch (error) {
			if (!announceSessionEnd(error)) toast.info(m.conversations_soon(), m.conversations_soon_text())
			setReopening(null)
		}
	}
	return { reopening, reopen }
}
