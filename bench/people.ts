// People for a measurement: signed up at a running server, each with a session of their own.
export type BenchPerson = { userId: string; token: string; headers: Record<string, string> }

/** `count` new people, one after the other. */
export async function signUpPeople(url: string, count: number): Promise<BenchPerson[]> {
	const { anonKey } = await (await fetch(`${url}/config.json`)).json()
	const people: BenchPerson[] = []
	while (people.length < count) {
		const answer = await fetch(`${url}/auth/v1/signup`, {
			method: 'POST',
			headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
			body: JSON.stringify({ email: `person-${people.length}@example.org`, password: 'una clave larga' }),
		})
		const { access_token: token, user } = await answer.json()
		people.push({ userId: user.id, token, headers: { apikey: anonKey, Authorization: `Bearer ${token}` } })
	}
	return people
}
