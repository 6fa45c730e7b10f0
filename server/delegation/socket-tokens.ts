// The access tokens a client has sent to an upstream, by the channel they opened there, so that they can be looked at
// again. A channel is its topic and the ref of its join: what names another ref changes nothing there, so nothing here.
import type { Message } from '../realtime/messages.ts'

export type SocketTokens = {
	/** Those that may still open something. */
	all(): Set<string>
	/** False when there are too many channels to remember one more. */
	note(message: Message, tokens: string[]): boolean
}

/** As many channels as the services of this protocol open on one socket. */
const mostChannels = 100

export function createSocketTokens(): SocketTokens {
	const channels = new Map<string, { topic: string; tokens: string[] }>()

	const forget = (topic: string) => {
		for (const [name, channel] of channels) if (channel.topic === topic) channels.delete(name)
	}

	return {
		all: () => new Set([...channels.values()].flatMap(({ tokens }) => tokens)),
		note({ topic, event, joinRef }, tokens) {
			const name = `${joinRef} ${topic}`
			// The channel that was there before ends with the new one.
			if (event === 'phx_join') forget(topic)
			if (event === 'phx_leave') channels.delete(name)
			if (tokens.length === 0 || event === 'phx_leave') return true
			if (!channels.has(name) && channels.size >= mostChannels) return false
			channels.set(name, { topic, tokens })
			return true
		},
	}
}
