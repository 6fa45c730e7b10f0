// Access tokens: who a request speaks for, signed by this installation. They carry the shape the hosted platform gives
// them; what they open also depends on the session still living, which the database checks at every request.
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export const accessTokenSeconds = 3600
const rememberedTokens = 5000
const audience = 'authenticated'
const algorithms = ['HS256']

const claimsSchema = z.looseObject({
	sub: z.uuid(),
	session_id: z.uuid(),
	role: z.literal('authenticated'),
	exp: z.number(),
})
export type AccessClaims = z.infer<typeof claimsSchema>

export type Tokens = {
	/** A token that lives for `accessTokenSeconds`, and when it ends in seconds since 1970. */
	sign(claims: JWTPayload): Promise<{ token: string; expiresAt: number }>
	/** The claims, or why there are none: 'expired' for a token of ours that is too old, else 'invalid'. */
	verify(token: string): Promise<AccessClaims | 'expired' | 'invalid'>
}

/** `secrets`: the first signs, all verify. `issuer` is the address of /auth/v1. */
export function createTokens(secrets: string[], issuer: string, now: () => Date = () => new Date()): Tokens {
	const keys = secrets.map((secret) => new TextEncoder().encode(secret))
	/** Tokens found genuine: people send the same one for an hour, and checking a signature costs more than a look-up. */
	const genuine = new Map<string, AccessClaims>()

	return {
		async sign(claims) {
			const issuedAt = Math.floor(now().getTime() / 1000)
			const expiresAt = issuedAt + accessTokenSeconds
			const token = await new SignJWT({ ...claims, role: 'authenticated' })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuer(issuer)
				.setAudience(audience)
				.setIssuedAt(issuedAt)
				.setExpirationTime(expiresAt)
				.sign(keys[0] as Uint8Array)
			return { token, expiresAt }
		},
		async verify(token) {
			const known = genuine.get(token)
			if (known) return known.exp > now().getTime() / 1000 ? known : 'expired'
			for (const key of keys) {
				try {
					const { payload } = await jwtVerify(token, key, { algorithms, audience, currentDate: now() })
					const claims = claimsSchema.safeParse(payload).data
					if (claims) remember(token, claims)
					return claims ?? 'invalid'
				} catch (error) {
					if (error instanceof errors.JWTExpired) return 'expired'
				}
			}
			return 'invalid'
		},
	}

	function remember(token: string, claims: AccessClaims) {
		if (genuine.size >= rememberedTokens) genuine.delete(genuine.keys().next().value as string)
		genuine.set(token, claims)
	}
}
