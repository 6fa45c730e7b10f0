// The answer to one message of a client.
import type { Connection } from './connection.ts'
import type { Message } from './messages.ts'

export function reply(
	connection: Connection,
	{ joinRef, ref, topic }: Message,
	status: 'ok' | 'error',
	response: Record<string, unknown>,
) {
	connection.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
}
