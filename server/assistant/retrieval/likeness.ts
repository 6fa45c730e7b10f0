// How alike two sets of terms are, by the rarity of what they share.

export type Weight = (term: string) => number

export function sumOf(terms: Iterable<string>, weight: Weight): number {
	let sum = 0
	for (const term of terms) sum += weight(term)
	return sum
}

export const square =
	(weight: Weight): Weight =>
	(term) =>
		weight(term) ** 2

/** 0 when nothing is shared, 1 when both say the same. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: Weight): number {
	const both = sumOf(
		[...a].filter((term) => b.has(term)),
		square(weight),
	)
	return both === 0 ? 0 : both / Math.sqrt(sumOf(a, square(weight)) * sumOf(b, square(weight)))
}
