import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { clientOf, type Inbox, inboxOf, newPhone } from './testing.ts'

let server: TestServer
let inbox: Inbox
beforeAll(async () => {
	server = await testServer()
	inbox = inboxOf(server)
})
afterAll(() => server.close())

const newPassword = 'una clave nueva'

/** A client whose session a recovery opened. */
async function recovered(email: string) {
	const client = server.authClient()
	await client.resetPasswordForEmail(email)
	const { code } = await inbox.next(email)
	const { error } = await client.verifyOtp({ email, token: code, type: 'recovery' })
	expect(error).toBeNull()
	return client
}

describe('a recovery', () => {
	it('by mail sets a password without the old one, and puts everybody else out', async () => {
		const person = await server.person()
		const client = await recovered(person.email)
		expect((await client.updateUser({ password: newPassword })).error).toBeNull()
		expect((await server.request('/auth/v1/user', { token: person.accessToken })).status).toBe(403)
		expect((await client.getUser()).error).toBeNull()
		const { error } = await server.authClient().signInWithPassword({ email: person.email, password: newPassword })
		expect(error).toBeNull()
	})

	it('by SMS does the same', async () => {
		const phone = newPhone()
		const client = server.authClient()
		await client.signUp({ phone, password: 'x8Kq2!mPz7Lw' })
		await client.verifyOtp({ phone, token: (await inbox.next(phone)).code, type: 'sms' })
		await client.updateUser({ password: 'elegida por ella' })

		const forgetful = server.authClient()
		// The official client has one field for address and number.
		expect((await forgetful.resetPasswordForEmail(phone)).error).toBeNull()
		const { code } = await inbox.next(phone)
		expect((await forgetful.verifyOtp({ phone, token: code, type: 'recovery' as 'sms' })).error).toBeNull()
		expect((await forgetful.updateUser({ password: newPassword })).error).toBeNull()
		expect((await server.authClient().signInWithPassword({ phone, password: newPassword })).error).toBeNull()
	})

	it('leaves nothing of a stranger who opened the account and never confirmed it', async () => {
		const phone = newPhone()
		await server.authClient().signUp({ phone, password: 'la del extraño' })
		await inbox.next(phone)
		const owner = server.authClient()
		await owner.resetPasswordForEmail(phone)
		const { code } = await inbox.next(phone)
		expect((await owner.verifyOtp({ phone, token: code, type: 'recovery' as 'sms' })).error).toBeNull()
		const stranger = await server.authClient().signInWithPassword({ phone, password: 'la del extraño' })
		expect(stranger.error).toMatchObject({ code: 'invalid_credentials' })
	})

	it('sets one password, not a second', async () => {
		const { email } = await server.person()
		const client = await recovered(email)
		await client.updateUser({ password: newPassword })
		const { error } = await client.updateUser({ password: 'y otra más' })
		expect(error).toMatchObject({ code: 'current_password_required' })
	})

	it('older than ten minutes asks for a new code', async () => {
		const { email, userId } = await server.person()
		const client = await recovered(email)
		await server.database.query({
			text: `
				update auth.mfa_amr_claims set created_at = created_at - interval '10 minutes'
				where session_id in (select id from auth.sessions where user_id = $1)`,
			values: [userId],
		})
		const { error } = await client.updateUser({ password: newPassword })
		expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
	})

	it('does not take the password there was, nor a common one', async () => {
		const { email } = await server.person()
		const client = await recovered(email)
		expect((await client.updateUser({ password: 'una clave larga' })).error).toMatchObject({ code: 'same_password' })
		const weak = (await client.updateUser({ password: 'teamo123' })).error
		expect(weak).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
	})

	it('says in its token how it was opened, also after a refresh', async () => {
		const { email } = await server.person()
		const client = await recovered(email)
		await client.refreshSession()
		const { data } = await client.getClaims()
		expect(data?.claims.amr).toMatchObject([{ method: 'recovery' }])
	})

	it('that was asked for before the password changed opens nothing', async () => {
		const person = await server.person()
		await server.authClient().resetPasswordForEmail(person.email)
		const { code, link } = await inbox.next(person.email)
		const body = JSON.stringify({ password: newPassword, current_password: 'una clave larga' })
		await server.request('/auth/v1/user', { method: 'PUT', token: person.accessToken, body })
		const { error } = await server.authClient().verifyOtp({ email: person.email, token: code, type: 'recovery' })
		expect(error).toMatchObject({ code: 'otp_expired' })
		const { search } = new URL(link)
		const followed = await server.request(`/auth/v1/verify${search}`)
		expect(followed.headers.get('Location')).toContain('error_code=otp_expired')
	})

	it('that was mailed to an old address opens nothing after the address changed', async () => {
		const person = await server.person()
		await server.authClient().resetPasswordForEmail(person.email)
		const { code } = await inbox.next(person.email)
		const body = JSON.stringify({ email: `nueva-${person.email}` })
		await server.request('/auth/v1/user', { method: 'PUT', token: person.accessToken, body })
		const { error } = await server.authClient().verifyOtp({ email: person.email, token: code, type: 'recovery' })
		expect(error).toMatchObject({ code: 'otp_expired' })
	})
})

describe('the link in a mail', () => {
	const follow = (link: string, init: RequestInit = {}) =>
		// Without any key: it is opened by a mail program.
		fetch(server.url + new URL(link).pathname + new URL(link).search, { redirect: 'manual', ...init })
	const fragmentOf = (answer: Response) =>
		new URLSearchParams(new URL(answer.headers.get('Location') ?? '').hash.slice(1))

	async function mailedLink(redirectTo?: string) {
		const { email } = await server.person()
		await server.authClient().resetPasswordForEmail(email, { redirectTo })
		return (await inbox.next(email)).link
	}

	it('leads to the page for it, with a session that may set a password', async () => {
		const answer = await follow(await mailedLink())
		expect(answer.status).toBe(303)
		expect(new URL(answer.headers.get('Location') as string).pathname).toBe('/recuperar')
		const fragment = fragmentOf(answer)
		expect(fragment.get('type')).toBe('recovery')
		const client = server.authClient()
		await client.setSession({
			access_token: fragment.get('access_token') as string,
			refresh_token: fragment.get('refresh_token') as string,
		})
		expect((await client.updateUser({ password: newPassword })).error).toBeNull()
	})

	it('works once, and says so the second time', async () => {
		const link = await mailedLink()
		await follow(link)
		const second = fragmentOf(await follow(link))
		expect(second.get('error_code')).toBe('otp_expired')
		expect(second.get('access_token')).toBeNull()
	})

	it('is dead after an hour', async () => {
		const link = await mailedLink()
		await server.database.query({
			text: `
				update faro.one_time_codes set link_expires_at = link_expires_at - interval '1 hour' where purpose = 'recovery'`,
		})
		expect(fragmentOf(await follow(link)).get('error_code')).toBe('otp_expired')
	})

	it('is not used up by a program that only looks at it', async () => {
		const link = await mailedLink()
		expect((await follow(link, { method: 'HEAD' })).status).toBe(200)
		expect(fragmentOf(await follow(link)).get('access_token')).toBeTruthy()
	})

	it('leads to the page that was asked for', async () => {
		const site = new URL(await mailedLink()).origin
		const answer = await follow(await mailedLink(`${site}/settings?seccion=clave`))
		expect(answer.headers.get('Location')).toMatch(`${site}/settings?seccion=clave#access_token=`)
	})

	it('never leads to another site', async () => {
		const answer = await follow(await mailedLink('https://evil.example.com/'))
		expect(new URL(answer.headers.get('Location') as string).pathname).toBe('/recuperar')
		const changed = new URL(await mailedLink())
		changed.searchParams.set('redirect_to', 'https://evil.example.com/')
		expect((await follow(changed.href)).headers.get('Location')).not.toContain('evil')
	})

	it('of one kind does not open another', async () => {
		const link = new URL(await mailedLink())
		link.searchParams.set('type', 'signup')
		expect(fragmentOf(await follow(link.href)).get('error_code')).toBe('otp_expired')
	})

	it.each(['', '?type=recovery', '?token=x', '?type=x&token=y', '?type=signup&token=inventado'])(
		'with the query "%s" leads to a page that can say what is wrong',
		async (query) => {
			const answer = await follow(`http://localhost/auth/v1/verify${query}`)
			expect(answer.status).toBe(303)
			expect(fragmentOf(answer).get('error_code')).toMatch(/^(otp_expired|validation_failed)$/)
		},
	)

	it('can be redeemed by the page itself', async () => {
		const token_hash = new URL(await mailedLink()).searchParams.get('token') as string
		const { data, error } = await server.authClient().verifyOtp({ token_hash, type: 'recovery' })
		expect(error).toBeNull()
		expect(data.session).not.toBeNull()
	})

	it('of a client with PKCE leaves a code that only this client can exchange', async () => {
		const person = await server.person()
		const client = clientOf(server, { flowType: 'pkce' })
		const ask = async () => {
			await client.resetPasswordForEmail(person.email)
			const answer = await follow((await inbox.next(person.email)).link)
			const place = new URL(answer.headers.get('Location') as string)
			expect(place.hash).toBe('')
			return place.searchParams.get('code') as string
		}
		const body = JSON.stringify({ auth_code: await ask(), code_verifier: 'x'.repeat(56) })
		const thief = await server.request('/auth/v1/token?grant_type=pkce', { method: 'POST', body })
		expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' })

		const code = await ask()
		const { data, error } = await client.exchangeCodeForSession(code)
		expect(error).toBeNull()
		expect(data.user?.id).toBe(person.userId)
		expect((await client.updateUser({ password: newPassword })).error).toBeNull()
		const again = await server.request('/auth/v1/token?grant_type=pkce', {
			method: 'POST',
			body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
		})
		expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' })
	})
})
