// Numbers in words as digits: 'ciento ochenta', 'quinientas', 'dos mil diez', 'medio millón'. Unlike the reading of what
// people type, nothing is guessed: every number word becomes a number, so that every number of an answer is seen.

const small = numbered(
	'cero _ dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho ' +
		'diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
	1,
)
for (const word of ['veintiun', 'veintiuna']) small.set(word, 21)
const tens = numbered('_ _ _ treinta cuarenta cincuenta sesenta setenta ochenta noventa', 10)
const hundreds = new Map([
	['cien', 100],
	['ciento', 100],
])
const hundredStems = 'doscient trescient cuatrocient quinient seiscient setecient ochocient novecient'.split(' ')
for (const [i, stem] of hundredStems.entries()) {
	for (const ending of ['os', 'as']) hundreds.set(stem + ending, (i + 2) * 100)
}
const ones = new Set(['un', 'uno', 'una'])

const word = [...small.keys(), ...tens.keys(), ...hundreds.keys(), 'mil', 'cientos', 'cientas']
	.sort((a, b) => b.length - a.length)
	.join('|')
const run = new RegExp(`(?<![a-z])(?:${word})(?![a-z])(?:(?: y)? (?:${word}|uno|una|un)(?![a-z]))*`, 'g')

/** Folded `text` with every number in digits, and digits written one way: 1,440.00 → 1440. */
export function writeDigits(text: string): string {
	return text
		.replace(/\bpor ?ciento\b/g, '%')
		.replace(/\b(?:los|las|un|unas|unos|varios|varias|muchos|algunos) (?:cientos|cientas)\b/g, (found) =>
			found.replace('cient', 'c-ient'),
		)
		.replace(/\b(?:uno|una) (?=(?:ochocient|setecient)[oa]s\b)/g, '1 ')
		.replace(/(?<![\d.,-])(\d+(?:[.,]\d+)?) ?(mil|millon|millones)\b/g, (_, digits: string, scale: string) =>
			String(Math.round(Number(digits.replace(',', '.')) * (scale === 'mil' ? 1_000 : 1_000_000))),
		)
		.replace(/\bcero uno\b/g, 'cero 1')
		.replace(run, (found) => numbersOf(found.split(' ')).join(' '))
		.replace(/c-ient/g, 'cient')
		.replace(/\bmedio millon\b/g, '500000')
		.replace(/\bun millon\b/g, '1000000')
		.replace(/(?<![\d.,-])(\d+) millon(?:es)?\b/g, (_, digits: string) => `${digits}000000`)
}

/** Digits written one way: 1,440.00 and 1.440 → 1440, 3,5 → 3.5. */
export function joinThousands(text: string): string {
	return text
		.replace(/(?<![\d.,])\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?![\d])/g, (found) => found.replace(/[.,' ]/g, ''))
		.replace(/(?<=\d)[.,]00(?!\d)/g, '')
		.replace(/(?<=\d),(?=\d)/g, '.')
}

/** The numbers a run of number words stands for, and the 'y' between those that are two. */
function numbersOf(words: string[]): string[] {
	const result: string[] = []
	for (let i = 0; i < words.length; ) {
		const { value, next } = numberAt(words, i)
		result.push(value === undefined ? (words[i] as string) : String(value))
		i = next
	}
	return result
}

function numberAt(words: string[], start: number): { value?: number; next: number } {
	const head = belowThousand(words, start)
	if (words[head.next] !== 'mil') return head.value === undefined ? { next: start + 1 } : head
	const tail = belowThousand(words, head.next + 1)
	return {
		value: (head.value ?? 1) * 1_000 + (tail.value ?? 0),
		next: tail.value === undefined ? head.next + 1 : tail.next,
	}
}

function belowThousand(words: string[], start: number): { value?: number; next: number } {
	const first = words[start] ?? ''
	const pieces = small.get(first)
	if (pieces !== undefined && pieces > 1 && pieces < 10 && /^cient[oa]s$/.test(words[start + 1] ?? '')) {
		const rest = belowHundred(words, start + 2)
		return { value: pieces * 100 + (rest.value ?? 0), next: rest.next }
	}
	const hundred = hundreds.get(first)
	if (hundred === undefined) return belowHundred(words, start)
	if (ones.has(words[start + 1] ?? '')) return { value: hundred + 1, next: start + 2 }
	const rest = belowHundred(words, start + 1)
	return { value: hundred + (rest.value ?? 0), next: rest.next }
}

function belowHundred(words: string[], start: number): { value?: number; next: number } {
	const ten = tens.get(words[start] ?? '')
	if (ten === undefined) {
		const value = small.get(words[start] ?? '')
		return value === undefined ? { next: start } : { value, next: start + 1 }
	}
	if (words[start + 1] !== 'y') return { value: ten, next: start + 1 }
	const unit = ones.has(words[start + 2] ?? '') ? 1 : small.get(words[start + 2] ?? '')
	return unit !== undefined && unit < 10 && unit > 0
		? { value: ten + unit, next: start + 3 }
		: { value: ten, next: start + 1 }
}

function numbered(words: string, step: number): Map<string, number> {
	return new Map(words.split(' ').flatMap((each, i): [string, number][] => (each === '_' ? [] : [[each, i * step]])))
}
