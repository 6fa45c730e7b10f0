import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Signs out, says so and goes home; the code for it is fetched when it is asked for. `onDone` is called before the
 * news, so that an open drawer does not stand in front of it.
 */
export function useSignOut(onDone?: () => void): { isSigningOut: boolean; signOut(): Promise<void> } {
	const [isSigningOut, setSigningOut] = useState(false)
	const navigate = useNavigate()
	async function signOut(): Promise<void> {
		setSigningOut(true)
		const isSignedOut = await tryToSignOut()
		setSigningOut(false)
		onDone?.()
		if (!isSignedOut) return void toast.error(m.frame_sign_out_failed(), m.frame_sign_out_failed_hint())
		toast.success(m.frame_signed_out())
		await navigate('/')
	}
	return { isSigningOut, signOut }
}

async function tryToSignOut(): Promise<boolean> {
	try {
		const backend = await import('../../backend/sign-out.ts')
		await backend.signOut()
		return true
	} catch {
		return false
	}
}
