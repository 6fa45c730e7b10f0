// A visitor's speech token stands for key and session on the speech functions, and nowhere else.
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { GatewayTokens } from '../functions/gateway/gateway-tokens.ts'
import { hasSpeechToken, isSpeechAddress } from '../functions/speech.ts'

export function knownUnlessSpeaking(
	tokens: GatewayTokens,
	known: MiddlewareHandler<AppEnv>,
): MiddlewareHandler<AppEnv> {
	return async (c, next) => {
		if (!isSpeechAddress(c.req.path) || !(await hasSpeechToken(c, tokens))) return known(c, next)
		c.set('caller', { role: 'anon' })
		return next()
	}
}
