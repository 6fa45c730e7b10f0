// Talks to the website helper: a token of ten minutes from `get-secret`, then OpenAI's chat-completions wire. It uses the
// public key even for somebody who is signed in, so that the helper also works when their session does not.

export type HelpTurn = { role: 'user' | 'assistant'; content: string }
export type HelpClient = {
	/** Fetches the token unless there is one. */
	connect(): Promise<void>
	/** The answer to the last of `turns`. */
	ask(turns: readonly HelpTurn[], signal: AbortSignal): Promise<string>
}
/** client: no token; reply: no answer; limit: too many questions, `retryMinutes` says how long to wait. */
export type HelpFailureKind = 'client' | 'reply' | 'limit'

export class HelpError extends Error {
	readonly kind: HelpFailureKind
	readonly retryMinutes: number

	constructor(kind: HelpFailureKind, { cause, retryMinutes = 0 }: { cause?: unknown; retryMinutes?: number } = {}) {
		super(`the website helper failed: ${kind}`, { cause })
		this.kind = kind
		this.retryMinutes = retryMinutes
	}
}

export type HelpClientParts = {
	fetch: typeof fetch
	/** The public key of this installation. */
	readKey(): Promise<string>
}

/** How long an answer may take. */
const patienceMs = 45_000
/** The server reads six questions with the answers between them. */
const mostTurns = 11
/** When the server does not say how long: the window of its limit. */
const longestWaitMinutes = 60

export function createHelpClient({ fetch, readKey }: HelpClientParts): HelpClient {
	let token: Promise<string> | undefined

	function freshToken(): Promise<string> {
		token = fetchToken().catch((error: unknown) => {
			token = undefined
			throw new HelpError('client', { cause: error })
		})
		return token
	}

	async function fetchToken(): Promise<string> {
		const key = await readKey()
		const headers = { 'Content-Type': 'application/json', apikey: key, Authorization: `Bearer ${key}` }
		const body = JSON.stringify({ key: 'OPENAI_API_KEY', purpose: 'website' })
		const signal = AbortSignal.timeout(patienceMs)
		const response = await fetch('/functions/v1/get-secret', { method: 'POST', headers, body, signal })
		const { value } = (await response.json()) as { value?: unknown }
		if (typeof value !== 'string') throw new TypeError(`get-secret answered ${response.status}`)
		return value
	}

	return {
		async connect() {
			await (token ?? freshToken())
		},
		async ask(turns, signal) {
			const asked = (value: string) => post(fetch, value, turns, signal)
			const response = await asked(await (token ?? freshToken()))
			// It may have run out since the panel was opened: one more, and nobody needs to know.
			return replyOf(response.status === 401 ? await asked(await freshToken()) : response)
		},
	}
}

async function post(ask: typeof fetch, token: string, turns: readonly HelpTurn[], signal: AbortSignal) {
	try {
		return await ask('/functions/v1/ai/website/chat/completions', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
			body: JSON.stringify({ model: 'website', messages: lastOf(turns) }),
			signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
		})
	} catch (error) {
		throw new HelpError('reply', { cause: error })
	}
}

/** The newest ones; they begin with a question. */
function lastOf(turns: readonly HelpTurn[]): readonly HelpTurn[] {
	const last = turns.slice(-mostTurns)
	return last.slice(last.findIndex(({ role }) => role === 'user'))
}

type Answer = { choices?: { message?: { content?: unknown } }[]; error?: { code?: unknown } }

async function replyOf(response: Response): Promise<string> {
	const { choices, error } = await readAnswer(response)
	// The helper's own limit; a provider that is asked too much is its own affair and a failed reply.
	if (error?.code === 'rate_limited') throw new HelpError('limit', { retryMinutes: minutesIn(response.headers) })
	const content = choices?.[0]?.message?.content
	if (typeof content === 'string' && content.trim() !== '') return content.trim()
	throw new HelpError('reply', { cause: new TypeError(`the helper answered ${response.status}`) })
}

async function readAnswer(response: Response): Promise<Answer> {
	try {
		return ((await response.json()) as Answer | null) ?? {}
	} catch (error) {
		throw new HelpError('reply', { cause: error })
	}
}

function minutesIn(headers: Headers): number {
	const seconds = Number(headers.get('Retry-After'))
	return seconds > 0 ? Math.max(2, Math.ceil(seconds / 60)) : longestWaitMinutes
}
