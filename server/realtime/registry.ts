// Who is listening, by person or role. A channel stands here exactly as long as it is open.
import { audienceOf, type Channel, isOpen } from './channel.ts'
import type { Connection } from './connection.ts'

export type Registry = ReturnType<typeof createRegistry>

export function createRegistry() {
	const audiences = new Map<string, Set<Channel>>()

	const forget = (channel: Channel) => {
		const audience = audienceOf(channel.caller)
		const channels = audiences.get(audience)
		channels?.delete(channel)
		if (channels?.size === 0) audiences.delete(audience)
	}

	return {
		add(channel: Channel) {
			const audience = audienceOf(channel.caller)
			const channels = audiences.get(audience) ?? new Set()
			audiences.set(audience, channels.add(channel))
			channel.connection.channels.set(channel.topic, channel)
		},
		remove(channel: Channel) {
			forget(channel)
			// The topic may have been joined anew meanwhile.
			if (isOpen(channel)) channel.connection.channels.delete(channel.topic)
		},
		/** The channel now speaks for somebody else, or with a newer token. */
		setCaller(channel: Channel, caller: Channel['caller']) {
			forget(channel)
			channel.caller = caller
			this.add(channel)
		},
		audiences: (): string[] => [...audiences.keys()],
		channelsOf: (audience: string): Channel[] => [...(audiences.get(audience) ?? [])],
		connectionsOf: (audience: string): Set<Connection> =>
			new Set(
				audiences
					.get(audience)
					?.values()
					.map(({ connection }) => connection),
			),
		all: (): Channel[] => [...audiences.values()].flatMap((channels) => [...channels]),
	}
}
