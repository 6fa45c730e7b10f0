// What people change about their own account. A new number, and a new address where addresses are confirmed, hold once the
// code that was sent there comes back; a new password needs proof that it is the owner who asks.
import type { z } from 'zod'
import type { SignedIn } from './asking.ts'
import { challengeOf } from './code-requests.ts'
import type { AuthParts } from './create-auth.ts'
import { AuthError } from './errors.ts'
import { checkStrength } from './password-rules.ts'
import { metadataCharacters, type updateUserSchema } from './schemas.ts'
import type { UserRow } from './users.ts'

type Wish = z.infer<typeof updateUserSchema>
type From = { address: string; redirectTo: string | undefined }

/** All that is wished, or nothing: what can be refused is looked at first. */
export async function changeAccount(parts: AuthParts, asker: SignedIn, wish: Wish, from: From): Promise<void> {
	const { users, codes, requests, passwords, confirmsEmail } = parts
	const { user } = asker
	const email = wish.email === user.email ? undefined : wish.email
	const phone = wish.phone === user.phone ? undefined : wish.phone
	const isNewPassword = typeof wish.password === 'string'
	const isEmailAtOnce = email !== undefined && !confirmsEmail
	checkSize({ ...user.raw_user_meta_data, ...wish.data })
	if (isNewPassword) await checkNewPassword(parts, asker, wish, from)
	await checkFree(parts, user, { email, phone }, from)
	for (const to of [isEmailAtOnce ? undefined : email, phone]) if (to) await requests.allow(to, from.address)

	// What was sent before may be in somebody else's hands.
	if (isNewPassword || isEmailAtOnce) await codes.forget(user.id)
	await users.update(user.id, {
		metadata: wish.data ?? undefined,
		...(isNewPassword && { passwordHash: await passwords.hash(wish.password as string), isPasswordOwn: true }),
		...(isEmailAtOnce ? { email, isEmailConfirmed: true } : { pendingEmail: email }),
		pendingPhone: phone,
	})
	if (isNewPassword) await endOtherWays(parts, asker)
	if (email && !isEmailAtOnce) await sendChange(parts, 'email_change', email, user, wish, from)
	if (phone) await sendChange(parts, 'phone_change', phone, user, wish, from)
}

/** The owner: by the current password, by a code, by a recovery a moment ago, or because none was ever chosen. */
async function checkNewPassword(parts: AuthParts, { caller, user }: SignedIn, wish: Wish, { address }: From) {
	const { sessions, passwords, codes, rates } = parts
	const { password = '', current_password: current, nonce } = wish
	checkStrength(password ?? '')
	const hashed = user.encrypted_password
	const isOwn = hashed !== null && user.raw_app_meta_data.password_set !== false
	const recovery = await sessions.recoveryOf(caller.sessionId)
	if (isOwn && recovery !== 'fresh') {
		if (!current && !nonce) throw new AuthError(recovery ? 'reauthentication_needed' : 'current_password_required')
		const wasRight = await rates.guess(address, user.email ?? user.phone ?? user.id)
		if (nonce && !(await codes.redeemCode('reauthentication', user.id, nonce)))
			throw new AuthError('reauthentication_not_valid')
		if (!nonce && !(await passwords.verify(hashed, current ?? ''))) throw new AuthError('current_password_invalid')
		await wasRight()
	}
	if (await passwords.verify(hashed, password ?? '')) throw new AuthError('same_password')
}

/** Asking for a new address or number is also a way to ask who has an account. */
async function checkFree(
	{ users, rates, confirmsEmail }: AuthParts,
	user: UserRow,
	{ email, phone }: Pick<Wish, 'email' | 'phone'>,
	{ address }: From,
): Promise<void> {
	if (email || phone) await rates.signUp(address)
	const emailHolder = email ? await users.findByEmail(email) : undefined
	const phoneHolder = phone ? await users.findByPhone(phone) : undefined
	// An account that nobody confirmed makes way for whoever proves that the address or number is theirs.
	const isTaken = (holder: UserRow | undefined, isProven: boolean) =>
		holder !== undefined && holder.id !== user.id && (holder.confirmed_at !== null || !isProven)
	if (isTaken(emailHolder, confirmsEmail)) throw new AuthError('email_exists')
	if (isTaken(phoneHolder, true)) throw new AuthError('phone_exists')
}

/** Whoever knew the old password is out; a recovery has served its purpose. */
async function endOtherWays({ sessions }: AuthParts, { caller }: SignedIn): Promise<void> {
	await sessions.end(caller.userId, caller.sessionId, 'others')
	await sessions.endRecovery(caller.sessionId)
}

async function sendChange(
	{ requests }: AuthParts,
	purpose: 'email_change' | 'phone_change',
	to: string,
	user: UserRow,
	wish: Wish,
	{ redirectTo }: From,
): Promise<void> {
	const details = challengeOf(wish)
	await requests.send({ purpose, to, userId: user.id, kind: 'email_change', type: purpose, details, redirectTo })
}

function checkSize(metadata: Record<string, unknown>): void {
	if (JSON.stringify(metadata).length > metadataCharacters)
		throw new AuthError('validation_failed', `data: together at most ${metadataCharacters} characters of JSON`)
}
