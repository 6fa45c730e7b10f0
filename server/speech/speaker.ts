// Says a text: from memory where the sentence is public and was said before, along with somebody who is hearing the same
// right now, or by a call of the provider, which counts against the day's budget.
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type AudioCache, createAudioCache } from './audio-cache.ts'
import { type Broadcast, createBroadcast } from './broadcast.ts'
import { SpeechFailure, tellFailure } from './failure.ts'
import { type Patience, type ProviderCall, receive } from './provider-call.ts'
import type { PublicSentences } from './public-sentences.ts'
import { usualSettings, type VoiceWish, voiceCall } from './voices.ts'

export type Speaker = {
	isAvailable: boolean
	/** MP3 as it is made; throws a SpeechFailure. What is private is shared only among calls of the same `listener`. */
	say(text: string, voice: VoiceWish, listener: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
	close(): void
}

export type SpeakerParts = {
	config: Pick<Config, 'openaiSpeech' | 'elevenLabs'>
	publicSentences: PublicSentences
	/** Counts one call of a provider; throws when there is none left. */
	takeCall(): Promise<void>
	log: Logger
	patience?: Patience
	cache?: AudioCache
}

const usualPatience: Patience = { firstByte: 10_000, idle: 8_000 }
const cacheBounds = { entries: 2_000, bytes: 64 * 1024 * 1024 }
/** Far more than the longest text takes. */
const longestAudioBytes = 8 * 1024 * 1024

export function createSpeaker(parts: SpeakerParts): Speaker {
	const { config, publicSentences, takeCall, log } = parts
	const { patience = usualPatience, cache = createAudioCache(cacheBounds) } = parts
	const live = new Map<string, Broadcast>()

	return {
		isAvailable: config.openaiSpeech !== undefined || config.elevenLabs !== undefined,
		async say(text, voice, listener, signal) {
			const call = voiceCall(config, text, voice)
			if (!call) throw new SpeechFailure('unavailable')
			const isPublic = publicSentences.has(text) && isUsual(voice)
			const key = hashOf(call.url, call.body as string, isPublic ? '' : listener)
			const kept = isPublic ? cache.get(key) : undefined
			if (kept) return new Response(kept).body as ReadableStream<Uint8Array>
			const broadcast = live.get(key) ?? start(call, key, isPublic)
			return broadcast.join(signal)
		},
		close() {
			for (const broadcast of live.values()) broadcast.close()
		},
	}

	function start(call: ProviderCall, key: string, isPublic: boolean): Broadcast {
		const broadcast = createBroadcast(
			(signal) => {
				// From here on nobody can join who would hear it cut off.
				signal.addEventListener('abort', () => forget(), { once: true })
				return said(call, signal)
			},
			(whole) => {
				forget()
				if (whole && isPublic) cache.put(key, whole)
			},
		)
		const forget = () => {
			if (live.get(key) === broadcast) live.delete(key)
		}
		live.set(key, broadcast)
		return broadcast
	}

	async function* said(call: ProviderCall, signal: AbortSignal): AsyncGenerator<Uint8Array> {
		const started = performance.now()
		const ms = () => Math.round(performance.now() - started)
		let bytes = 0
		try {
			await takeCall()
			for await (const piece of mp3Only(receive(call, signal, patience), call.provider)) {
				bytes += piece.length
				if (bytes > longestAudioBytes) throw new SpeechFailure('failed', { detail: `${call.provider} endless` })
				yield piece
			}
			log.debug({ provider: call.provider, bytes, ms: ms() }, 'speech made')
		} catch (error) {
			tellFailure(log, call.provider, error, { bytes, ms: ms() })
			throw error
		}
	}
}

/** Holds back the first three bytes until they show whether this is MP3. */
async function* mp3Only(pieces: AsyncIterable<Uint8Array>, provider: string): AsyncGenerator<Uint8Array> {
	let held = Buffer.alloc(0)
	let isKnown = false
	for await (const piece of pieces) {
		if (isKnown) {
			yield piece
			continue
		}
		held = Buffer.concat([held, piece])
		if (held.length < 3) continue
		if (!isMp3(held)) break
		isKnown = true
		yield held
	}
	if (!isKnown) throw new SpeechFailure('failed', { detail: `${provider} sent no MP3` })
}

function isMp3(bytes: Buffer): boolean {
	const isTagged = bytes.subarray(0, 3).toString('latin1') === 'ID3'
	return isTagged || (bytes[0] === 0xff && ((bytes[1] as number) & 0xe0) === 0xe0)
}

/** Settings of somebody's own would fill the memory with the same sentence. */
function isUsual(voice: VoiceWish): boolean {
	if (voice.by === 'name') return true
	const { stability, similarity, speed } = voice.settings
	return (
		stability === usualSettings.stability && similarity === usualSettings.similarity && speed === usualSettings.speed
	)
}

function hashOf(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
