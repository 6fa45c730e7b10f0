import { piecesOf } from './language/pieces.ts'
import type { Speaker } from './speaker.ts'

/** Says what the guide decided, word for word, sentence by sentence. */
export const guideSpeaker: Speaker = async ({ considered }, release, signal) => {
	signal.throwIfAborted()
	const { reply, sources, kind } = considered.turn
	for (const piece of piecesOf(reply)) release(piece)
	return { reply, sources, kind, isCut: false }
}
