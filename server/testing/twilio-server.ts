// Stands in for Twilio: takes text messages over real HTTP on loopback and keeps them, or misbehaves as told.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TwilioBehaviour =
	| 'normal'
	/** Takes the request and never answers. */
	| 'slow'
	/** Too many requests once, then normal. */
	| 'busy once'
	| 'broken'
	| 'refuses the recipient'
	| 'refuses the password'
	/** Sends the caller elsewhere. */
	| 'redirects'

export type ReceivedText = { to: string; from: string; text: string }

export type TwilioServer = {
	url: string
	/** What an operator would set, this server as the base. */
	environment: Record<string, string>
	/** What was taken, oldest first. */
	texts: ReceivedText[]
	/** How many requests have come, refused ones included. */
	requests(): number
	behave(behaviour: TwilioBehaviour): void
	close(): Promise<void>
}

const accountSid = `AC${'0'.repeat(32)}`
const authToken = 'a-token-for-tests'
const from = '+13055550000'

export async function twilioServer(): Promise<TwilioServer> {
	const texts: ReceivedText[] = []
	let behaviour: TwilioBehaviour = 'normal'
	let requests = 0
	const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

	const server = createServer(async (request, response) => {
		requests++
		const chunks = await Array.fromAsync(request)
		const answer = (status: number, body: unknown, headers = {}) =>
			response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))

		const isRightPath = request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json`
		if (request.method !== 'POST' || !isRightPath) return answer(404, { code: 20404 })
		const isRefused = behaviour === 'refuses the password' || request.headers.authorization !== expected
		if (isRefused) return answer(401, { code: 20003, message: 'Authenticate' })
		if (behaviour === 'slow') return
		if (behaviour === 'broken') return answer(500, 'not JSON at all')
		if (behaviour === 'redirects') return answer(307, {}, { Location: 'http://127.0.0.1:1/' })
		const fields = new URLSearchParams(Buffer.concat(chunks).toString())
		const message = { to: fields.get('To') ?? '', from: fields.get('From') ?? '', text: fields.get('Body') ?? '' }
		if (behaviour === 'refuses the recipient')
			return answer(400, { code: 21211, message: `The 'To' number ${message.to} is not a valid phone number.` })
		if (behaviour === 'busy once') {
			behaviour = 'normal'
			return answer(429, { code: 20429, message: 'Too Many Requests' })
		}
		texts.push(message)
		answer(201, { sid: `SM${'0'.repeat(32)}`, status: 'queued' })
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

	return {
		url,
		environment: {
			TWILIO_ACCOUNT_SID: accountSid,
			TWILIO_AUTH_TOKEN: authToken,
			TWILIO_FROM: from,
			TWILIO_BASE_URL: url,
		},
		texts,
		requests: () => requests,
		behave(next) {
			behaviour = next
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
