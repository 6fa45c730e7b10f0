import type { Brief, Said, Speaker } from '../../assistant/speaker.ts'
import type { Spoken } from './speak.ts'

/**
 * What a speaker says, as pieces to be read one by one. Waits for the first of them, so that who fails before it fails as
 * a whole; what goes wrong later is thrown where the pieces are read.
 */
export async function speakInPieces(
	speaker: Speaker,
	brief: Brief,
	signal: AbortSignal,
): Promise<Omit<Spoken, 'model'>> {
	const waiting: string[] = []
	let change = Promise.withResolvers<void>()
	let outcome: { said: Said } | { error: unknown } | undefined
	const tell = () => {
		change.resolve()
		change = Promise.withResolvers()
	}
	const release = (piece: string) => {
		waiting.push(piece)
		tell()
	}
	const end = (how: NonNullable<typeof outcome>) => {
		outcome = how
		tell()
	}
	const begun = change.promise
	speaker(brief, release, signal).then(
		(said) => end({ said }),
		(error: unknown) => end({ error }),
	)
	await begun
	if (outcome && 'error' in outcome) throw outcome.error

	return { pieces: pieces(), ending: () => saidOf(outcome) }

	async function* pieces(): AsyncGenerator<string> {
		for (;;) {
			const piece = waiting.shift()
			if (piece !== undefined) yield piece
			else if (!outcome) await change.promise
			else if ('error' in outcome) throw outcome.error
			else return
		}
	}
}

function saidOf(outcome: { said: Said } | { error: unknown } | undefined): Said {
	if (outcome && 'said' in outcome) return outcome.said
	throw new Error('the answer has not come to its end')
}
