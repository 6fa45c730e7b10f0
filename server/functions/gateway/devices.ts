// Which device a visitor asks from: a random name in a signed cookie that scripts cannot read. Who throws the cookie away
// is a new device, and is still counted by address.
import { createHmac, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { networkOf } from '../../limits/network.ts'
import type { Pass } from './gateway-tokens.ts'

const cookieName = 'faro_device'
const cookieSeconds = 30 * 86_400

export type Devices = {
	/** The quota a request uses; a device that is new gets its cookie with the answer. */
	recognise(c: Context, address: string): Promise<Pass>
}

/** `secrets`: the first signs, all verify. `isSecure`: the site is reached by https. */
export function createDevices(secrets: string[], isSecure: boolean): Devices {
	const derive = (secret: string, use: string) => createHmac('sha256', secret).update(use)
	const keys = secrets.map((secret) => derive(secret, 'device cookie').digest('base64url'))
	const networkKey = derive(secrets[0] as string, 'gateway networks').digest()

	async function known(c: Context): Promise<string | undefined> {
		for (const key of keys) {
			const device = await getSignedCookie(c, key, cookieName)
			if (device) return device
		}
	}

	return {
		async recognise(c, address) {
			const network = createHmac('sha256', networkKey).update(networkOf(address)).digest('base64url')
			const device = await known(c)
			if (device) return { device, network }
			const fresh = randomUUID()
			await setSignedCookie(c, cookieName, fresh, keys[0] as string, {
				path: '/functions/v1',
				httpOnly: true,
				sameSite: 'Lax',
				secure: isSecure,
				maxAge: cookieSeconds,
			})
			return { device: fresh, network }
		},
	}
}
