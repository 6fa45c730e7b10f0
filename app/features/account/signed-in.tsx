import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { profileQuery } from '../../backend/profile.ts'
import { queryClient } from '../../backend/queries.ts'
import { endSession } from '../../backend/require-session.ts'
import type { Person } from '../../backend/session.ts'
import { expectSessionEnd, onSessionEnd } from '../../backend/session-end.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { useSessionElsewhere } from './session-elsewhere.ts'

/**
 * The frame of the signed-in pages: the person's profile, what was read from the server, and the way out when the
 * session is over.
 */
export function SignedIn({ person, children }: { person: Person; children: ReactNode }) {
	const navigate = useNavigate()
	useSessionElsewhere({
		onSignOut: () => {
			expectSessionEnd()
			toast.info(m.account_signed_out_elsewhere())
			void navigate('/')
		},
	})
	useEffect(() => {
		// Several calls may fail together; the page leaves once.
		let isLeaving = false
		return onSessionEnd(() => {
			if (!isLeaving) void navigate(endSession(location.href))
			isLeaving = true
		})
	}, [navigate])
	useEffect(() => void queryClient().prefetchQuery(profileQuery(person)), [person])
	return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>
}
