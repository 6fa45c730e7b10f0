// Cutting Spanish text into sentences, the same way the readability check counts them.

/** The sentences of `text`, closing marks included; a line break ends a sentence too. */
export function sentencesOf(text: string): string[] {
	return text
		.split('\n')
		.flatMap((line) => line.match(/[\s\S]+?(?:[.!?…]+["»)]*(?=\s|$)|$)/gu) ?? [])
		.map((sentence) => sentence.trim())
		.filter(Boolean)
}
