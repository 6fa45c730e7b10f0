import { useState } from 'react'
import { inThisTab, personalKey } from '../../backend/device-storage.ts'

/** Where a page that leads to the chat may leave a beginning. */
export const draftKey = personalKey('chat-draft')

/** The text being written, kept over a reload of the tab. */
export function useDraft(): [string, (text: string) => void] {
	const [text, setText] = useState(() => inThisTab().getItem(draftKey) ?? '')
	const change = (next: string) => {
		setText(next)
		if (next) inThisTab().setItem(draftKey, next)
		else inThisTab().removeItem(draftKey)
	}
	return [text, change]
}
