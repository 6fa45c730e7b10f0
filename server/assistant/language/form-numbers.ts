// Form numbers and visa categories in any spelling, as one word each: 'la i ciento treinta', 'forma 765', 'I-821 D',
// 'la 601-a', 'f 2 b' → i130, i765, i821d, i601a, f2b. Works on plain text.

export type FormNumbers = { join(plainText: string): string }

const announcing =
	'(?:la|las|el|los|forma|formas|formulario|formularios|form|planilla|una|mi|su|tu|de|del|con|esa|meti|mande)'
const countedThings =
	/^(dolares|pesos|dias|anos|ano|meses|semanas|horas|personas|millas|libras|veces|mil|por|grados|porciento)$/
const categories = /\b(f|k|h|eb|b|j|m|o|r|l|e|c|a)[- ]?0?(\d{1,2})(?:[- ]?([abv])\b)?/g
const knownCategories = new Set(
	'f1 f2 f2a f2b f3 f4 k1 k2 k3 k4 h1b h2a h2b h4 eb1 eb2 eb3 eb4 eb5 b1 b2 j1 j2 m1 o1 r1 l1 l2 e2 c8 c9 c10 c11 c14 c31 c33 a3 a5 a10 a12 a17 a18'.split(
		' ',
	),
)

/** Knows the forms given as they are printed: 'I-130', 'N-400', 'EOIR-33', 'I-601A'. */
export function createFormNumbers(forms: Iterable<string>): FormNumbers {
	const byDigits = new Map<string, string>()
	const known = new Set<string>()
	for (const form of forms) {
		const word = form.toLowerCase().replaceAll('-', '')
		known.add(word)
		const digits = /\d+[a-z]?$/.exec(word)?.[0]
		// a bare number belongs to the first form that has it: the forms the guide deals with come first
		if (digits && !byDigits.has(digits)) byDigits.set(digits, word)
	}

	const lettered =
		/\b(?:la |forma |form )?(i|ai|y|n|ene|g|ge|w|ds|eoir|eta|ar|sf|ss|e)[- ]?(\d{1,4})(?:[- ]?([a-hkpvz])(?![a-z0-9]))?(?= |$|-)/g
	const bare = new RegExp(`(^|\\b${announcing} |\\? |\\. )?\\b(\\d{2,4})(?:-?([a-z])\\b)?(?= ([^ ]+)|$)`, 'g')

	return {
		join: (text) => {
			if (!/\d/.test(text)) return text
			return text
				.replace(/\b(la|el|una|forma|formulario)(?=\d)/g, '$1 ')
				.replace(lettered, (whole, letter: string, digits: string, suffix = '') => {
					const name = { ai: 'i', y: 'i', ene: 'n', ge: 'g' }[letter] ?? letter
					const digitsPlain = digits.replace(/^0+/, '')
					const announced = /^(la|forma|form) /.test(whole)
					if (letter === 'y' && !announced) return whole
					const article = announced ? `${whole.split(' ')[0]} ` : ''
					if (suffix && known.has(name + digitsPlain + suffix)) return article + name + digitsPlain + suffix
					if (!known.has(name + digitsPlain)) return whole
					return `${article}${name}${digitsPlain}${suffix ? ` ${suffix}` : ''}`
				})
				.replace(categories, (whole, letter: string, digits: string, suffix = '') => {
					if (knownCategories.has(letter + digits + suffix)) return letter + digits + suffix
					return whole
				})
				.replace(bare, (whole, before = '', digits: string, suffix = '', next = '') => {
					const form = byDigits.get(digits + suffix) ?? (suffix ? undefined : byDigits.get(digits))
					if (!form || countedThings.test(next)) return whole
					if (digits.length < 3 && !/forma|formulario|form|planilla|la /.test(before)) return whole
					return before + form
				})
		},
	}
}
