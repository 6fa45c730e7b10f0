// Methods of `supabase.auth` that the tests of server/auth do not show; what is not offered answers in words a client knows.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { device, newAddress, password, signedInDevice } from './clients.ts'

let server: TestServer
let operator: SupabaseClient['auth']['admin']
beforeAll(async () => {
	server = await testServer()
	operator = device(server, server.secrets.serviceRoleKey).auth.admin
})
afterAll(() => server.close())

const code = async (call: PromiseLike<{ error: unknown }>) => ((await call).error as { code?: string } | null)?.code
const anyId = '8e2b6c1e-2f0b-4d5c-9a52-0f7d3c7f6b11'

describe('a session', () => {
	it('is kept by the client and told to whoever listens', async () => {
		const { auth } = device(server)
		const heard: string[] = []
		const { data } = auth.onAuthStateChange((event) => void heard.push(event))
		expect((await auth.initialize()).error).toBeNull()
		await auth.signUp({ email: newAddress(), password })
		expect((await auth.getSession()).data.session?.token_type).toBe('bearer')
		await auth.refreshSession()
		await auth.updateUser({ data: { first_name: 'Rosa' } })
		await auth.signOut()
		data.subscription.unsubscribe()
		await auth.signUp({ email: newAddress(), password })
		expect(heard).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'])
		expect((await device(server).auth.getSession()).data.session).toBeNull()
	})

	it('can be taken over by its two tokens, and not by forged ones', async () => {
		const { client, userId } = await signedInDevice(server)
		const { access_token, refresh_token } = (await client.auth.getSession()).data.session ?? expect.fail('no session')
		const other = device(server)
		expect((await other.auth.setSession({ access_token, refresh_token })).data.user?.id).toBe(userId)
		expect((await other.auth.getClaims()).data?.claims.sub).toBe(userId)
		const forged = `${access_token.slice(0, -6)}AAAAAA`
		expect((await device(server).auth.setSession({ access_token: forged, refresh_token })).error).not.toBeNull()
	})

	it('is renewed in the background by a client that is told to', async () => {
		const { client } = await signedInDevice(server)
		await client.auth.startAutoRefresh()
		await client.auth.stopAutoRefresh()
		expect((await client.auth.getUser()).error).toBeNull()
	})

	it.each(['local', 'others', 'global'] as const)('is signed out with scope %s', async (scope) => {
		const email = newAddress()
		const [phone, laptop] = [device(server), device(server)]
		await phone.auth.signUp({ email, password })
		await laptop.auth.signInWithPassword({ email, password })
		const tokens = [phone, laptop].map(async ({ auth }) => (await auth.getSession()).data.session?.access_token)
		expect((await phone.auth.signOut({ scope })).error).toBeNull()
		const open = tokens.map(async (token) => (await device(server).auth.getUser(await token)).error === null)
		const expected = { local: [false, true], others: [true, false], global: [false, false] }
		expect(await Promise.all(open)).toEqual(expected[scope])
	})
})

describe('identities', () => {
	it('are listed with the ways a person signs in', async () => {
		const { client } = await signedInDevice(server)
		expect((await client.auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email' }])
	})

	it('of other providers are neither linked nor unlinked', async () => {
		const { auth } = (await signedInDevice(server)).client
		const provider = { provider: 'google', options: { skipBrowserRedirect: true } } as const
		expect(await code(auth.linkIdentity(provider))).toBe('manual_linking_disabled')
		const [identity] = (await auth.getUserIdentities()).data?.identities ?? []
		expect(await code(auth.unlinkIdentity(identity ?? expect.fail('no identity')))).toBe('manual_linking_disabled')
	})
})

describe('ways of signing in that are not offered', () => {
	const auth = () => device(server).auth

	it('say so with the code of the hosted platform', async () => {
		expect(await code(auth().signInAnonymously())).toBe('anonymous_provider_disabled')
		expect(await code(auth().signInWithIdToken({ provider: 'google', token: 'x' }))).toBe('provider_disabled')
		expect(await code(auth().signInWithSSO({ domain: 'example.org' }))).toBe('saml_provider_disabled')
		const signature = new Uint8Array(64)
		const web3 = { chain: 'solana', message: 'x'.repeat(30), signature } as const
		expect(await code(auth().signInWithWeb3(web3))).toBe('provider_disabled')
	})

	it('of other providers end at an address that says so', async () => {
		const { data } = await auth().signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
		const { pathname, search } = new URL(data.url ?? '')
		const answer = await server.request(pathname + search)
		expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
	})
})

describe('second factors', () => {
	it('cannot be enrolled, and nobody has one', async () => {
		const { mfa } = (await signedInDevice(server)).client.auth
		expect(await code(mfa.enroll({ factorType: 'totp' }))).toBe('mfa_totp_enroll_not_enabled')
		expect((await mfa.listFactors()).data?.all).toEqual([])
		expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
	})

	it('that nobody enrolled are neither challenged, verified nor removed', async () => {
		const { mfa } = (await signedInDevice(server)).client.auth
		const disabled = 'mfa_totp_enroll_not_enabled'
		expect(await code(mfa.challenge({ factorId: anyId }))).toBe(disabled)
		expect(await code(mfa.verify({ factorId: anyId, challengeId: anyId, code: '123456' }))).toBe(disabled)
		expect(await code(mfa.challengeAndVerify({ factorId: anyId, code: '123456' }))).toBe(disabled)
		expect(await code(mfa.unenroll({ factorId: anyId }))).toBe(disabled)
	})
})

describe('passkeys', () => {
	it('are not offered, neither to sign in nor to add', async () => {
		const { auth } = passkeyDevice()
		expect(await code(auth.passkey.startAuthentication())).toBe('provider_disabled')
		await auth.signUp({ email: newAddress(), password })
		expect(await code(auth.passkey.startRegistration())).toBe('provider_disabled')
		expect(await code(auth.passkey.list())).toBe('provider_disabled')
		expect(await code(auth.passkey.update({ passkeyId: anyId, friendlyName: 'x' }))).toBe('provider_disabled')
		expect(await code(auth.passkey.delete({ passkeyId: anyId }))).toBe('provider_disabled')
	})
})

describe('what only other installations have', () => {
	it('is not at its address: being a provider for other apps', async () => {
		const { oauth } = (await signedInDevice(server)).client.auth
		expect(await code(oauth.getAuthorizationDetails('x'))).toBe('not_found')
		expect(await code(oauth.approveAuthorization('x'))).toBe('not_found')
		expect(await code(oauth.denyAuthorization('x'))).toBe('not_found')
		expect(await code(oauth.listGrants())).toBe('not_found')
		expect(await code(oauth.revokeGrant({ clientId: anyId }))).toBe('not_found')
	})

	it('is not at its address for the operator either', async () => {
		const { oauth, customProviders } = operator
		const provider = {
			provider_type: 'oidc',
			identifier: 'custom:x',
			name: 'x',
			client_id: 'x',
			client_secret: 'x',
		} as const
		for (const call of [
			oauth.listClients(),
			oauth.createClient({ client_name: 'x', redirect_uris: ['http://localhost'] }),
			oauth.getClient(anyId),
			oauth.updateClient(anyId, { client_name: 'y' }),
			oauth.deleteClient(anyId),
			oauth.regenerateClientSecret(anyId),
			customProviders.listProviders(),
			customProviders.createProvider(provider),
			customProviders.getProvider('custom:x'),
			customProviders.updateProvider('custom:x', { name: 'y' }),
			customProviders.deleteProvider('custom:x'),
			passkeyDevice(server.secrets.serviceRoleKey).auth.admin.passkey.listPasskeys({ userId: anyId }),
			passkeyDevice(server.secrets.serviceRoleKey).auth.admin.passkey.deletePasskey({
				userId: anyId,
				passkeyId: anyId,
			}),
		])
			expect(await code(call)).toBe('not_found')
		expect(await code(operator.mfa.deleteFactor({ userId: anyId, id: anyId }))).toBe('not_found')
	})

	it('second factors of a person are none', async () => {
		const { userId } = await signedInDevice(server)
		expect(await operator.mfa.listFactors({ userId })).toMatchObject({ data: { factors: [] }, error: null })
	})
})

describe('the operator', () => {
	it('creates, finds, changes and deletes an account through the whole client', async () => {
		const email = newAddress()
		const created = await operator.createUser({ email, password, email_confirm: true })
		const id = created.data.user?.id ?? ''
		expect((await operator.getUserById(id)).data.user?.email).toBe(email)
		const changed = await operator.updateUserById(id, { user_metadata: { first_name: 'Rosa' } })
		expect(changed.data.user?.user_metadata).toMatchObject({ first_name: 'Rosa' })
		const { data } = await operator.listUsers({ page: 1, perPage: 1000 })
		expect(data.users.map((user) => user.id)).toContain(id)
		expect((await operator.deleteUser(id)).error).toBeNull()
		expect(await code(operator.getUserById(id))).toBe('user_not_found')
	})

	it('is nobody with the public key or a person’s token', async () => {
		expect(await code(device(server).auth.admin.listUsers())).toBe('not_admin')
		const { client } = await signedInDevice(server)
		const token = (await client.auth.getSession()).data.session?.access_token as string
		const answer = await server.request('/auth/v1/admin/users', { token })
		expect(answer.status).toBe(403)
	})
})

function passkeyDevice(key = server.anonKey): SupabaseClient {
	return createClient(server.url, key, {
		auth: { autoRefreshToken: false, experimental: { passkey: true } },
	})
}
