// How many questions a gateway token is good for: per device and per address it was fetched from. What fails on our side
// is given back.
import type { Limits } from '../../limits/limits.ts'
import { GatewayError } from './errors.ts'
import type { Pass } from './gateway-tokens.ts'
import type { ChatPurpose } from './speak.ts'

const rulesOf = {
	demo: { device: 'demo-device', address: 'demo-address' },
	website: { device: 'website-device', address: 'website-address' },
} as const

/** Counts one question and gives the way to take it back; throws when it is one too many. */
export async function countQuestion(limits: Limits, purpose: ChatPurpose, pass: Pass): Promise<() => Promise<void>> {
	const { device, address } = rulesOf[purpose]
	const byDevice = await limits.take(device, pass.device)
	if (!byDevice.isAllowed) {
		// A refused one is no question: whoever gives one back finds room again.
		await limits.refund(device, pass.device)
		throw purpose === 'demo'
			? new GatewayError('demo_limit')
			: new GatewayError('rate_limited', { retryAfter: byDevice.retryAfterSeconds })
	}
	const byAddress = await limits.take(address, pass.network)
	if (!byAddress.isAllowed) {
		await limits.refund(device, pass.device)
		throw new GatewayError('rate_limited', { retryAfter: byAddress.retryAfterSeconds })
	}
	return async () => {
		await limits.refund(device, pass.device)
		await limits.refund(address, pass.network)
	}
}
