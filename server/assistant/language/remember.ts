// The same few thousand words are looked at again and again: what was worked out for a word is kept, up to a limit that
// hostile input cannot push.
const mostWords = 20_000

export function remember<Result extends {}>(work: (word: string) => Result): (word: string) => Result {
	const known = new Map<string, Result>()
	return (word) => {
		const before = known.get(word)
		if (before !== undefined) return before
		const result = work(word)
		if (known.size < mostWords) known.set(word, result)
		return result
	}
}
