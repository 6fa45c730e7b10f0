// Takes out of a text what says who somebody is, before it leaves for a service: addresses, telephones, numbers that
// belong to one person, names. What stands in their place says what it was. Facts a case turns on stay: a year, an age.

const placeholders = ['correo', 'teléfono', 'nombre', 'dirección', 'fecha de nacimiento', 'número'] as const
type Placeholder = (typeof placeholders)[number]
const shown = (what: Placeholder) => `[${what}]`

/** True for a text in which something was hidden; words about it would be words about nothing. */
export function namesHidden(text: string): boolean {
	return placeholders.some((what) => text.includes(shown(what)))
}

/** `text` without what identifies; `personal` holds the person's own name, e-mail and telephone as the account has them. */
export function redact(text: string, personal: readonly string[] = []): string {
	let redacted = text.normalize('NFKC').replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
	for (const [what, pattern] of patterns) redacted = redacted.replace(pattern, shown(what))
	return hideNames(hideBirth(redacted), personal)
}

const digitWord =
	'(?:cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|zero|one|two|three|four|five|six|seven|eight|nine)'

/** In this order: what has a shape of its own before what is only many digits. */
const patterns: readonly [Placeholder, RegExp][] = [
	['correo', /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[\p{L}\d-]{2,}/gu],
	['correo', /[\p{L}\d._-]+(?: punto [\p{L}\d_-]+)* arroba [\p{L}\d-]+(?: ?(?:punto|\.) ?\p{L}{2,})+/giu],
	// A-numbers, receipts, passports and other papers: letters, then at least six digits.
	['número', /(?<![\p{L}\d])A[-#. ]{0,2}\d{2,3}[- .]?\d{3}[- .]?\d{3}(?!\d)/giu],
	['número', /(?<![\p{L}\d])[a-z]{3}[- ]?\d{2}[- ]?\d{3}[- ]?\d{5}(?!\d)/giu],
	['número', /(?<![\p{L}\d])[a-z]{4}\d{6}[a-z]{6}[a-z\d]\d(?![\p{L}\d])/giu],
	['número', /(?<![\p{L}\d])[a-z]{1,3}-?\d{6,}(?!\d)/giu],
	['número', /(?<![\d-])\d{3}[- .]\d{2}[- .]\d{4}(?![\d-])/g],
	['número', /(?<![\d+-])\d{9}(?![\d-])/g],
	['número', /(?<!\d)\d{4}[- ]\d{4}[- ]\d{4}[- ]\d{4}(?!\d)/g],
	[
		'teléfono',
		/(?<![\d/-])(?!(?:(?:19|20)\d\d[ ,.-]*){2,}(?!\d))(?:\+?\d{1,3}[-. ]{0,2})?(?:1[-. ])?\(?\d{2,3}\)?[-. ]{0,2}\d{3,4}[-. ]?\d{4}(?![\d/-])/g,
	],
	['teléfono', /(?<![\d/-])\d{3}[-.]\d{4}(?![\d/-])/g],
	['teléfono', /(?<![\d/])(?:\d[ .-]){6,}\d(?!\d)/g],
	['teléfono', new RegExp(`\\b${digitWord}(?:[ ,.-]+${digitWord}){6,}\\b`, 'gi')],
	['número', /(?<!\d)\d{7,}(?!\d)/g],
	[
		'dirección',
		/(?<!\d)\d{2,6}(?: (?:[NSEW]|North|South|East|West))?(?: [\p{Lu}\d][\p{L}\d.'-]*){1,3} (?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Ct|Court|Pkwy|Way)\b\.?/gu,
	],
]

const month =
	'(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|november|december)'
const date = `(?:\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}|\\d{1,2}(?:ro|°|º)?(?: de)? ${month}(?:,?(?: del?)? (?:año )?\\d{2,4})?|primero de ${month}(?:,?(?: del?)? \\d{2,4})?|${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)`
const birth = new RegExp(
	`((?<!\\p{L})(?:nac[ií](?:o|ó|da|do|mos|eron)?|nacimiento|naci[óo]|cumplea[ñn]os|cumpl[eo] a[ñn]os|birth(?: ?date|day)?|dob|born)(?!\\p{L})[^.\\n]{0,30}?)(${date})`,
	'giu',
)

/** The day goes; the year decides cases, so it stays. */
function hideBirth(text: string): string {
	return text.replace(birth, (_, before: string, when: string) => {
		const [year] = when.match(/(?:19|20)\d\d/) ?? []
		return `${before}${shown('fecha de nacimiento')}${year ? ` en ${year}` : ''}`
	})
}

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'san', 'santa'])
const namePart = "\\p{L}[\\p{L}'’-]*"
const capitalName = `\\p{Lu}[\\p{L}'’-]+(?: (?:(?:de|del|la|las|los|y) ){0,2}\\p{Lu}[\\p{L}'’-]+){0,4}`
const anyName = `${namePart}(?: ${namePart}){0,5}`
const kin =
	'(?:espos[oa]|marido|mujer|hij[oa]|herman[oa]|mam[áa]|pap[áa]|madre|padre|novi[oa]|pareja|ti[oa]|tí[oa]|prim[oa]|abuel[oa]|sobrin[oa]|suegr[oa]|cuñad[oa]|amig[oa]|patr[óo]n|jef[ea]|abogad[oa]|niet[oa])'
const introduced = new RegExp(
	`((?<!\\p{L})(?:me llamo|mi nombre(?: completo)?(?: es|:)|my name is|nombre completo:?|nombre:|a nombre de|apellidos?(?: es| son|:))\\s+)(${anyName})`,
	'giu',
)
const called = new RegExp(
	`((?<!\\p{L})(?:[Ss]e llaman?|[Ll]lamad[oa]s?|[Ss]oy|[Hh]abla|[Mm]i [Nn]ombre,|[Ss](?:r|ra|eñor|eñora)\\.?|[Mm]is? ${kin}s?,?) )(${capitalName})`,
	'gu',
)
/** A name ends before one of these. */
const nameEnds = new Set(
	'y que pero tengo soy vivo estoy quiero necesito vengo llegue llegué entre entré con para por en mi mis el un una como cómo cuando porque si no me and i tiene es esta está puedo trabajo hola a o ya le se les nací naci'.split(
		' ',
	),
)
/** Words that follow 'soy' or a relative with a capital and are no names. */
const noNames =
	/^(?:Ciudadan|Resident|Mexican|Salvadoreñ|Guatemaltec|Honduren?|Hondureñ|Venezolan|Cuban|Colombian|Nicaragüens|Ecuatorian|Peruan|Dominican|Haitian|American|Dreamer|Daca|Indocumentad|Estados|Dios|El|La|Los|Las|Un|Una|Es|Está|Tiene|De|No|Ya|Me|Se|Que|Y)/u

function hideNames(text: string, personal: readonly string[]): string {
	const named = text
		.replace(introduced, (whole, before: string, words: string) => {
			const name = leadingName(words)
			return name ? before + shown('nombre') + words.slice(name.length) : whole
		})
		.replace(called, (whole, before: string, name: string) => (noNames.test(name) ? whole : before + shown('nombre')))
	return personal.reduce(hidePersonal, named)
}

/** The words that can be a name: as far as they have capitals, or up to a word that goes on with the sentence. */
function leadingName(words: string): string {
	const parts = words.split(' ')
	const isCapital = /^\p{Lu}/u.test(parts[0] ?? '')
	const end = parts.findIndex((part, i) => {
		const next = parts[i + 1] ?? ''
		if (particles.has(part)) return part === 'y' ? !isCapital || !/^\p{Lu}/u.test(next) : i === 0 || next === ''
		return nameEnds.has(part.toLowerCase()) || (isCapital && !/^\p{Lu}/u.test(part))
	})
	return parts.slice(0, end === -1 ? 4 : Math.min(end, 6)).join(' ')
}

/** Every word of the person's own name, however it is written; e-mail and telephone have been found by their shape. */
function hidePersonal(text: string, own: string): string {
	const words = own
		.normalize('NFKC')
		.split(/[\s,]+/)
		.filter((word) => word.length > 2 && !particles.has(word.toLowerCase()))
	return words.reduce((hidden, word) => {
		const letters = [...word.normalize('NFD').replace(/\p{M}/gu, '')].map(anyAccent).join('')
		return hidden.replace(new RegExp(`(?<![\\p{L}\\d\\[])${letters}(?![\\p{L}\\d\\]])`, 'giu'), shown('nombre'))
	}, text)
}

function anyAccent(letter: string): string {
	const accented = { a: 'aáàäâã', e: 'eéèëê', i: 'iíìïî', o: 'oóòöôõ', u: 'uúùüû', n: 'nñ', c: 'cç' }[
		letter.toLowerCase()
	]
	return accented ? `[${accented}]` : letter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
