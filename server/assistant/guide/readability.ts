// Fernández-Huerta readability of Spanish text: 206.84 − 60 × syllables/words − 1.02 × words/sentences.
// 60 to 70 is normal, 70 to 80 fairly easy. Source: J. Fernández Huerta, "Medidas sencillas de lecturabilidad", 1959.

/** The score of `text`; higher is easier. */
export function readability(text: string): number {
	const words = text.match(/\p{L}+/gu) ?? []
	if (words.length === 0) return 0
	const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
	return 206.84 - 60 * (syllables / words.length) - 1.02 * (words.length / Math.max(1, countSentences(text)))
}

/** Sentences by their closing marks; a form number, an initial or an ellipsis does not end one. */
export function countSentences(text: string): number {
	return (text.match(/[.!?…]+(?=["»)]?(\s|$))/gu) ?? []).length
}

/** Vowel groups, where two strong vowels or a stressed weak one beside a strong one stand apart. */
export function countSyllables(word: string): number {
	const plain = word.toLowerCase().replace(/qu|gu(?=[eiéí])/g, 'k')
	const groups = plain.match(/[aeiouáéíóúüy]+/g) ?? []
	const inside = groups.reduce((sum, group) => {
		const vowels = [...group].filter((letter, i, all) => letter !== 'y' || all.length === 1 || i === all.length - 1)
		let count = 1
		for (let i = 1; i < vowels.length; i++) {
			const pair = (vowels[i - 1] as string) + vowels[i]
			if (/^[aeoáéó]{2}$/.test(pair) || /^[íú][aeoáéó]$/.test(pair) || /^[aeoáéó][íú]$/.test(pair)) count++
		}
		return sum + count
	}, 0)
	return Math.max(1, inside)
}
