// The guard of the signed-in pages. It decides in the loader, before anything of the page is shown.
import { redirect } from 'react-router'
import { forgetSession, type Person, sessionState } from './session.ts'
import { rememberWantedPlace, takeWantedPlace } from './wanted-place.ts'

/** The person signed in. Anybody else goes to sign in first and comes back to the address of `request`. */
export async function requireSession(request: Request): Promise<Person> {
	const session = await sessionState()
	if (session.status === 'signed in') return session.person
	if (session.status === 'visitor') {
		rememberWantedPlace(request.url, 'visitor')
		throw redirect('/login')
	}
	throw redirect(endSession(request.url))
}

/** Lets visitors through to the sign-in page; who is signed in already goes on to where they wanted to be. */
export async function requireVisitor(): Promise<null> {
	const session = await sessionState()
	if (session.status === 'signed in') throw redirect(takeWantedPlace())
	if (session.status === 'ended') forgetSession()
	return null
}

/** Clears the session that is over and remembers `address`. Gives the page to go to. */
export function endSession(address: string): '/auth' {
	forgetSession()
	rememberWantedPlace(address, 'ended')
	return '/auth'
}
