// What `get-secret` hands out instead of a provider's key: a token that opens only this server's gateway, for one purpose
// and ten minutes, and says whose quota it uses. It is signed with a key of its own, so that no access token passes for
// one and it passes for none.
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export const gatewayTokenSeconds = 600
export const purposes = ['demo', 'website', 'speech'] as const
export type Purpose = (typeof purposes)[number]

const passSchema = z.object({
	/** The device the questions are counted for. */
	device: z.string().min(8).max(64),
	/** A keyed hash of the network the token was fetched from, which they are counted for as well. */
	network: z.string().min(8).max(64),
})
export type Pass = z.infer<typeof passSchema>

export type GatewayTokens = {
	sign(purpose: Purpose, pass: Pass): Promise<string>
	/** Whose it is; 'expired' for one of ours for this purpose that is too old, else 'invalid'. */
	verify(purpose: Purpose, token: string): Promise<Pass | 'expired' | 'invalid'>
}

/** `secrets`: the first signs, all verify. */
export function createGatewayTokens(secrets: string[], now: () => Date = () => new Date()): GatewayTokens {
	const keys = secrets.map((secret) => createHmac('sha256', secret).update('gateway tokens').digest())
	const audienceOf = (purpose: Purpose) => `gateway:${purpose}`
	return {
		sign(purpose, { device, network }) {
			const issuedAt = Math.floor(now().getTime() / 1000)
			return new SignJWT({ device, network })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setAudience(audienceOf(purpose))
				.setIssuedAt(issuedAt)
				.setExpirationTime(issuedAt + gatewayTokenSeconds)
				.sign(keys[0] as Uint8Array)
		},
		async verify(purpose, token) {
			const options = { algorithms: ['HS256'], audience: audienceOf(purpose), currentDate: now() }
			for (const key of keys) {
				try {
					const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['exp'] })
					return passSchema.safeParse(payload).data ?? 'invalid'
				} catch (error) {
					if (error instanceof errors.JWTExpired) return 'expired'
				}
			}
			return 'invalid'
		},
	}
}
