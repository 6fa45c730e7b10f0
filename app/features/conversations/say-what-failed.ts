import { BackendError, isSessionEnd } from '../../backend/errors.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'

/** `refused` when the server or the connection said no; silence when the person is led to sign in anyway. */
export function sayWhatFailed(error: unknown, refused: string): void {
	if (isSessionEnd(error)) return
	toast.error(m.conversations_error(), error instanceof BackendError ? refused : m.conversations_unexpected())
}
