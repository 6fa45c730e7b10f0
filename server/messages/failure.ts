/** Why a message did not go out. It holds neither recipient nor a provider's sentence, which would repeat the recipient. */
export class MessageFailure extends Error {
	override name = 'MessageFailure'
	readonly code: MessageFailureCode
	/** The provider's own code, such as `smtp 550` or `twilio 21211`. */
	readonly detail: string
	/** The same message may go out a moment later. */
	readonly mayPass: boolean

	constructor(code: MessageFailureCode, detail = '', { mayPass = false } = {}) {
		super(detail ? `${explanations[code]} (${detail})` : explanations[code])
		this.code = code
		this.detail = detail
		this.mayPass = mayPass
	}
}

const explanations = {
	no_provider: 'this installation has no provider for such messages',
	refused: 'the provider does not send to this recipient',
	unreachable: 'the provider cannot be reached or does not work',
}

export type MessageFailureCode = keyof typeof explanations
