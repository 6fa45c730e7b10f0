// get-secret keeps the call of the hosted original and none of its danger: for the name of a provider's key it gives a
// gateway token. Provider keys leave the server in no answer.
import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { FunctionError } from './errors.ts'
import type { Devices } from './gateway/devices.ts'
import type { GatewayTokens, Purpose } from './gateway/gateway-tokens.ts'

export type SecretParts = { tokens: GatewayTokens; devices: Devices }

const requestSchema = z.object({ key: z.string().max(100), purpose: z.string().max(100).optional() })

/** For every known name, what its token may be for; the first is meant when nothing is said. */
const purposesOf = new Map<string, readonly Purpose[]>([
	['OPENAI_API_KEY', ['website', 'demo']],
	['ELEVENLABS_API_KEY', ['speech']],
])

/** Answers `{value}`. */
export async function getSecret({ tokens, devices }: SecretParts, c: Context<AppEnv>): Promise<{ value: string }> {
	const body: unknown = await c.req.json().catch(() => {
		throw new FunctionError('invalid_json')
	})
	const parsed = requestSchema.safeParse(body)
	if (!parsed.success) throw new FunctionError('invalid_request')
	const purposes = purposesOf.get(parsed.data.key)
	const wanted = parsed.data.purpose ?? purposes?.[0]
	const purpose = purposes?.find((each) => each === wanted)
	if (!purpose) throw new FunctionError('unknown_secret')
	return { value: await tokens.sign(purpose, await devices.recognise(c, c.get('address'))) }
}
