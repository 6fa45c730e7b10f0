// Sound that is asked for again and again, in this process's memory and bounded; what was used longest ago goes first.

export type AudioCache = {
	get(key: string): Uint8Array<ArrayBuffer> | undefined
	put(key: string, audio: Uint8Array): void
}

export function createAudioCache({ entries, bytes }: { entries: number; bytes: number }): AudioCache {
	const held = new Map<string, Uint8Array<ArrayBuffer>>()
	let size = 0

	function remove(key: string) {
		size -= held.get(key)?.length ?? 0
		held.delete(key)
	}

	return {
		get(key) {
			const audio = held.get(key)
			if (!audio) return undefined
			held.delete(key)
			held.set(key, audio)
			return audio
		},
		put(key, audio) {
			if (audio.length > bytes) return
			remove(key)
			held.set(key, new Uint8Array(audio))
			size += audio.length
			for (const oldest of held.keys()) {
				if (held.size <= entries && size <= bytes) break
				remove(oldest)
			}
		},
	}
}
