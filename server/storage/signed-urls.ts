// Addresses that open one object for a while without a key. The token in them is signed with a key of its own, derived
// from the installation's secret, so that it opens nothing else and no access token passes for one.
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StorageError } from './errors.ts'

/** What an address is for; a token for one is worth nothing for the other. */
export type SignedUse = 'download' | 'upload'

const claimsSchema = z.object({
	url: z.string(),
	exp: z.number(),
	owner: z.uuid().nullish(),
	upsert: z.boolean().optional(),
})
type Claims = z.infer<typeof claimsSchema>
export type Signable = { url: string; owner?: string | null; upsert?: boolean }

export type SignedUrls = {
	/** The token for `url`, which is bucket and name of the object, for so many seconds. */
	sign(use: SignedUse, about: Signable, seconds: number): Promise<string>
	/** What the token says; throws when it is not for this use of this object or has expired. */
	verify(use: SignedUse, token: string, url: string): Promise<Claims & { secondsLeft: number }>
}

/** `secrets`: the first signs, all verify. */
export function createSignedUrls(secrets: string[], now: () => Date = () => new Date()): SignedUrls {
	const keys = secrets.map((secret) => createHmac('sha256', secret).update('storage addresses').digest())
	const secondsNow = () => Math.floor(now().getTime() / 1000)
	const audienceOf = (use: SignedUse) => `storage:${use}`

	async function read(use: SignedUse, token: string): Promise<Claims | undefined> {
		for (const key of keys) {
			const options = { algorithms: ['HS256'], audience: audienceOf(use), currentDate: now() }
			const verified = await jwtVerify(token, key, options).catch(() => undefined)
			if (verified) return claimsSchema.safeParse(verified.payload).data
		}
	}

	return {
		sign(use, about, seconds) {
			const issuedAt = secondsNow()
			return new SignJWT({ ...about })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setAudience(audienceOf(use))
				.setIssuedAt(issuedAt)
				.setExpirationTime(issuedAt + seconds)
				.sign(keys[0] as Uint8Array)
		},
		async verify(use, token, url) {
			const claims = await read(use, token)
			if (!claims) throw new StorageError('invalid_token', 'The token of this address is not valid or has expired')
			if (claims.url !== url) throw new StorageError('invalid_signature')
			return { ...claims, secondsLeft: Math.max(claims.exp - secondsNow(), 0) }
		},
	}
}
