// Spanish number words as digits: 'ciento treinta' → 130, 'cuatro ochenta y cinco' → 485, 'seis cero uno' → 601.
// 'un' and 'una' stay words: nearly always they are articles.

const small = new Map<string, number>([
	...(
		'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete ' +
		'dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete ' +
		'veintiocho veintinueve treinta'
	)
		.split(' ')
		.map((word, value): [string, number] => [word, value]),
	['veintiun', 21],
	['treintaiuno', 31],
])
const tens = new Map([
	['treinta', 30],
	['cuarenta', 40],
	['cincuenta', 50],
	['sesenta', 60],
	['setenta', 70],
	['ochenta', 80],
	['noventa', 90],
])
const hundreds = new Map([
	['cien', 100],
	['ciento', 100],
	['doscientos', 200],
	['trescientos', 300],
	['cuatrocientos', 400],
	['quinientos', 500],
	['seiscientos', 600],
	['setecientos', 700],
	['ochocientos', 800],
	['novecientos', 900],
	['mil', 1000],
])
const formWords = new Set(['la', 'el', 'i', 'y', 'n', 'forma', 'formulario', 'form', 'planilla'])

/** `words` with every number in digits. */
export function digitsOf(words: string[]): string[] {
	if (!words.some((word) => isNumberWord(word) || (word.length === 1 && word >= '0' && word <= '9'))) return words
	const result: string[] = []
	for (let i = 0; i < words.length; ) {
		const { value, next } = isNumberWord(words[i] as string) ? numberAt(words, i) : { value: undefined, next: i }
		if (value === undefined) {
			result.push(words[i] as string)
			i++
			continue
		}
		result.push(String(value))
		i = next
	}
	return joinDigits(result)
}

const numberWords = new Set([...small.keys(), ...tens.keys(), ...hundreds.keys()])

function isNumberWord(word: string): boolean {
	return numberWords.has(word)
}

function numberAt(words: string[], start: number): { value?: number; next: number } {
	let i = start
	let value = hundreds.get(words[i] ?? '')
	if (value !== undefined) i++
	const last = lastTwoDigits(words, i)
	if (last.value !== undefined) {
		value = (value ?? 0) + last.value
		i = last.next
	}
	if (value !== undefined && value < 1000 && words[i] === 'mil') {
		i++
		const rest = numberAt(words, i)
		if (rest.value !== undefined && rest.value < 1000) return { value: value * 1000 + rest.value, next: rest.next }
		return { value: value * 1000, next: i }
	}
	// 'uno' alone is as often a pronoun as a number
	if (
		value === 1 &&
		words[start] === 'uno' &&
		!formWords.has(words[start - 1] ?? '') &&
		!(words[start - 1] === 'cero')
	) {
		return { next: start + 1 }
	}
	return { value, next: i }
}

function lastTwoDigits(words: string[], i: number): { value?: number; next: number } {
	const word = words[i] ?? ''
	const ten = tens.get(word)
	if (ten !== undefined) {
		const one = words[i + 1] === 'y' ? small.get(words[i + 2] ?? '') : undefined
		return one !== undefined && one > 0 && one < 10 ? { value: ten + one, next: i + 3 } : { value: ten, next: i + 1 }
	}
	const value = small.get(word)
	return value === undefined ? { next: i } : { value, next: i + 1 }
}

/** Forms are spelt in pieces: 'la 4 85', 'la 6 0 1'. Pieces join only after a word that announces a form. */
function joinDigits(words: string[]): string[] {
	const result: string[] = []
	for (let i = 0; i < words.length; i++) {
		const word = words[i] as string
		if (!/^\d$/.test(word) || !formWords.has(words[i - 1] ?? '')) {
			result.push(word)
			continue
		}
		const run = [word]
		while (/^\d{1,2}$/.test(words[i + 1] ?? '') && run.join('').length < 3) run.push(words[++i] as string)
		if (run.length > 1 && run.join('').length < 3) result.push(...run)
		else result.push(run.join(''))
	}
	return result
}
