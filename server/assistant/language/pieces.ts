import { sentencesOf } from './sentences.ts'

/** The reply in pieces that end where sentences end; together they are the reply, blanks and line breaks included. */
export function piecesOf(reply: string): string[] {
	const pieces: string[] = []
	let from = 0
	for (const sentence of sentencesOf(reply)) {
		const end = reply.indexOf(sentence, from) + sentence.length
		pieces.push(reply.slice(from, end))
		from = end
	}
	if (from < reply.length) pieces.push(reply.slice(from))
	return pieces
}
