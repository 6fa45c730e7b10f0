// What the app knows about whoever is signed in, for a form to begin with. Loaded by pages that are open to everybody.
import { profileQuery } from './profile.ts'
import { queryClient } from './queries.ts'
import { sessionState } from './session.ts'

export type OwnDetails = { firstName: string; lastName: string; email: string }

/** Null for a visitor. */
export async function ownDetails(): Promise<OwnDetails | null> {
	const session = await sessionState()
	if (session.status !== 'signed in') return null
	const { person } = session
	const profile = await queryClient().fetchQuery(profileQuery(person))
	return {
		firstName: profile.first_name ?? person.firstName ?? '',
		lastName: profile.last_name ?? person.lastName ?? '',
		email: profile.email ?? person.email ?? '',
	}
}
