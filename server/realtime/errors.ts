// Everything a client of the socket is refused for. Clients show the text; its first word is the hosted platform's code
// wherever the platform has the case.
const cases = {
	missing_key: [401, 'Unauthorized: No API key found in request'],
	invalid_key: [401, 'Unauthorized: Invalid API key'],
	unknown_version: [400, 'UnsupportedVersion: The serializer version must be 1.0.0 or 2.0.0'],
	not_found: [404, 'There is nothing at this address'],
	not_a_socket: [426, 'This address takes web sockets only'],
	too_many_of_address: [429, 'ConnectionRateLimitReached: Too many sockets of this address'],
	upstream_failed: [502, 'UnableToConnectToProject: The service behind this address cannot be reached'],
	upstream_slow: [504, 'UnableToConnectToProject: The service behind this address did not answer in time'],
	stopping: [503, 'RealtimeRestarting: The server is restarting'],

	invalid_token: [401, 'MalformedJWT: The token provided is not a valid JWT'],
	expired_token: [401, 'InvalidJWTToken: Token has expired'],
	session_ended: [401, 'InvalidJWTToken: The session has ended'],
	too_many_of_person: [429, 'ConnectionRateLimitReached: Too many sockets of this person'],
	topic_required: [400, 'TopicNameRequired: You must provide a topic name'],
	unmatched_topic: [404, 'unmatched topic'],
	unknown_event: [400, 'UnknownEvent: The channel does not know this event'],
	invalid_join: [400, 'InvalidJoinPayload: The payload of the join is not valid'],
	too_many_channels: [429, 'ChannelRateLimitReached: Too many channels'],
	too_many_bindings: [429, 'ChannelRateLimitReached: Too many changes asked for'],
	not_announced: [400, 'RealtimeDisabledForConfiguration: Changes of this table are not announced to this role'],
	invalid_filter: [400, 'RealtimeDisabledForConfiguration: The filter or the columns do not fit the table'],
	private_channel: [403, 'Unauthorized: You do not have permissions to read from this Channel topic'],
	no_broadcast: [501, 'BroadcastDisabled: Broadcast is not supported by this server'],
	no_presence: [501, 'PresenceDisabled: Presence is not supported by this server'],
	unavailable: [503, 'UnableToConnectToProject: The database cannot be reached'],
} as const satisfies Record<string, readonly [number, string]>

export type RealtimeErrorName = keyof typeof cases

export class RealtimeError extends Error {
	override name = 'RealtimeError'
	readonly case: RealtimeErrorName
	readonly status: number

	constructor(name: RealtimeErrorName, cause?: unknown) {
		super(cases[name][1], { cause })
		this.case = name
		this.status = cases[name][0]
	}
}

export function reasonOf(name: RealtimeErrorName): string {
	return cases[name][1]
}

/** The case that is called `name`; anything else is an invalid token. */
export function refusalNamed(name: string): RealtimeErrorName {
	return name in cases ? (name as RealtimeErrorName) : 'invalid_token'
}
