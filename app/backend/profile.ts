import { queryOptions } from '@tanstack/react-query'
import { backendError } from './errors.ts'
import { loadBackend, type Person } from './session.ts'
import { storeProfileNames } from './stored-session.ts'
import type { ProfileRow } from './tables.ts'

const freshForMs = 5 * 60_000

/** The person's own profile, made on their first visit. */
export const profileQuery = (person: Person) =>
	queryOptions({ queryKey: ['profile', person.userId], queryFn: () => ownProfile(person), staleTime: freshForMs })

async function ownProfile(person: Person): Promise<ProfileRow> {
	const profile = (await readProfile(person.userId)) ?? (await createProfile(person))
	storeProfileNames({ userId: profile.id, firstName: profile.first_name, lastName: profile.last_name })
	return profile
}

async function readProfile(id: string): Promise<ProfileRow | null> {
	const { tables } = await loadBackend()
	const { data, error, status } = await tables.from('profiles').select('*').eq('id', id).maybeSingle()
	if (error) throw backendError(error, status)
	return data
}

async function createProfile({ userId, email, firstName, lastName }: Person): Promise<ProfileRow> {
	const { tables } = await loadBackend()
	const row = { id: userId, email, first_name: firstName, last_name: lastName, plan: 'UNLIMITED' as const }
	const { data, error, status } = await tables.from('profiles').insert(row).select('*').single()
	if (data) return data
	// Another tab was faster: its row is as good.
	const other = error.code === '23505' ? await readProfile(userId) : null
	if (other) return other
	throw backendError(error, status)
}
