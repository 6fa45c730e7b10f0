// The wire of Phoenix channels in both versions that realtime-js speaks: an object (1.0.0), or a list of five and a binary
// form for broadcasts (2.0.0).
import { z } from 'zod'

export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

export type Message = {
	/** The ref of the join that opened the channel. */
	joinRef: string | null
	ref: string | null
	topic: string
	event: string
	payload: unknown
}

const ref = z
	.string()
	.max(64)
	.nullish()
	.transform((value) => value ?? null)
const topic = z.string().max(255)
const event = z.string().max(64)
const objectSchema = z.looseObject({ join_ref: ref, ref, topic, event, payload: z.unknown().optional() })
const listSchema = z.tuple([ref, ref, topic, event, z.unknown()])

/** The message in a frame; undefined when there is none that makes sense. */
export function decodeMessage(version: Version, data: Buffer, isBinary: boolean): Message | undefined {
	if (isBinary) return version === '2.0.0' ? decodeBroadcast(data) : undefined
	const value = parseJson(data.toString())
	if (version === '1.0.0') {
		const { data: read } = objectSchema.safeParse(value)
		return (
			read && { joinRef: read.join_ref, ref: read.ref, topic: read.topic, event: read.event, payload: read.payload }
		)
	}
	const { data: read } = listSchema.safeParse(value)
	return read && { joinRef: read[0], ref: read[1], topic: read[2], event: read[3], payload: read[4] }
}

export function encodeMessage(version: Version, { joinRef, ref, topic, event, payload }: Message): string {
	return JSON.stringify(version === '1.0.0' ? { topic, event, payload, ref } : [joinRef, ref, topic, event, payload])
}

const broadcastPush = 3
const broadcastHeader = 7

/** Who sent it and where to; what it says is not read, because nobody gets it. */
function decodeBroadcast(data: Buffer): Message | undefined {
	if (data.length < broadcastHeader || data[0] !== broadcastPush) return undefined
	let position = broadcastHeader
	const [joinRef = '', ref = '', topic = ''] = [1, 2, 3].map((place) => {
		const start = position
		position += data[place] as number
		return data.toString('utf8', start, position)
	})
	if (position > data.length) return undefined
	return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
