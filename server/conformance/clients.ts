// The released client as an app uses it: one client per device, with the address of the server and the public key.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { TestServer } from '../testing/server.ts'

/** A device on which nobody is signed in. `key` is the public one unless the operator's is given. */
export function device({ url, anonKey }: TestServer, key = anonKey): SupabaseClient {
	return createClient(url, key, { auth: { autoRefreshToken: false } })
}

export const password = 'una clave larga'

let people = 0
export function newAddress(): string {
	return `conforme-${++people}@example.org`
}

/** A device of a new person who is signed in. */
export async function signedInDevice(server: TestServer): Promise<{ client: SupabaseClient; userId: string }> {
	const client = device(server)
	const { data, error } = await client.auth.signUp({ email: newAddress(), password })
	expect(error).toBeNull()
	return { client, userId: data.user?.id ?? '' }
}

/** A row as the app writes it. */
export function savedChat(title: string): { title: string; content: string } {
	return { title, content: JSON.stringify({ question: title, answer: 'Hay que presentar el formulario.' }) }
}
