// Every figure of a text as a key that can be compared: amounts with their currency, times with their unit, dates, forms,
// sections of law, telephones, shares, ordinals and counts. What has digits and is nothing else is a count, so that no
// digit goes unseen. The reading is the same for an answer and for what it is compared with.
import { stem } from '../language/terms.ts'
import { type Add, type Figure, gap, month, stemsOf, timeUnit } from './figure.ts'
import { readMoney, readShares } from './read-amounts.ts'
import { joinThousands, writeDigits } from './read-numbers.ts'
import { readDates, readLooseTimes, readTimes } from './read-times.ts'

/** The figures of a clean `text`; `fold` gives its lower case without accents. */
export function readFigures(text: string, fold: (text: string) => string): Figure[] {
	const figures: Figure[] = []
	const add = (key: string, more: Omit<Figure, 'key'> = {}) => {
		figures.push({ key, ...more })
		return gap
	}
	let rest = ` ${writeDigits(fold(joinSuffixes(text)))} `
		.replace(/(\d) \((?=[a-z0-9]{1,2}\))/g, '$1(')
		.replace(/(\d)(?=(?:dias?|semanas?|mes|meses|anos?|horas?|minutos?|dolares|usd|pesos)\b)/g, '$1 ')
		.replace(/\b(\d{1,2}) ?(?:ero|er|ro|ra|do|da|to|ta|vo|va|mo|ma|no|na|°)\b(?! ?\d)/g, '$1o')
	rest = readPhones(rest, add)
	rest = readCodes(rest, add)
	rest = readLaw(rest, add)
	rest = joinThousands(rest)
	rest = readDates(rest, add)
	rest = readMoney(rest, add)
	rest = readTimes(rest, add)
	rest = readLooseTimes(rest, add)
	rest = readShares(rest, add)
	readCounts(rest, add)
	return figures
}

/** 'I-821 D', 'EOIR 42-B': a capital letter beside the number belongs to it. */
function joinSuffixes(text: string): string {
	return text.replace(/\b([A-Z]{1,4})[- ]?(\d{1,4})[- ]?([A-Z]{1,2})(?![\p{L}\d])/gu, (found, name, digits, suffix) =>
		/[- ][AYOEU]$/.test(found) && !found.endsWith('-A') && !/ A$/.test(found) ? found : `${name}-${digits}${suffix}`,
	)
}

function readPhones(text: string, add: Add): string {
	return text
		.replace(/(?<![\d$.,])\+?(?:1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\d])/g, (found) =>
			add(`tel:${found.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`),
		)
		.replace(/(?<![\d$])(?:1[\s.-]+)?\(?8\d\d\)?[\s.-]+(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)+/g, (found) =>
			add(`tel:${found}`),
		)
		.replace(/(?<![\d$])\d{3}[-.]\d{4}(?!\d)/g, (found) => add(`tel:${found.replace(/\D/g, '')}`))
		.replace(/(?<![\d$.,/-])\d+(?:(?: |, |-|\.| - )\d+){2,}(?![\d/])/g, (found) => {
			const digits = found.replace(/\D/g, '')
			return digits.length >= 7 ? add(`tel:${digits.replace(/^1(?=\d{10}$)/, '')}`) : found
		})
		.replace(/(?<![\d$.,/-])\d{7,}(?![\d.,/-])(?! (?:de )?(?:dolar|peso))/g, (found) =>
			found.endsWith('000') ? found : add(`tel:${found.replace(/^1(?=\d{10}$)/, '')}`),
		)
		.replace(
			/\b(?:llam\w+|marc\w+|al|el|linea|numero|telefono|mensaje)(?: (?:al|el|numero|a|la|linea|ya|ahora|mismo|de emergencias?))* (911|988|[2-8]11)\b(?! (?:dias|anos|dolares))/g,
			(_, digits: string) => add(`tel:${digits}`),
		)
}

const announcing = '(?:la|las|forma|formas|formulario|formularios|form|planilla|solicitud|peticion)'

function readCodes(text: string, add: Add): string {
	const code = (name: string, digits: string, suffix = '') =>
		add(`code:${name}${digits.replace(/^0+(?=\d)/, '')}${suffix}`)
	return text
		.replace(
			new RegExp(`\\b(${announcing}|i|n) (\\d) (\\d{1,2})(?: (\\d))?(?! ?\\d|\\w)`, 'g'),
			(found, word, ...digits) => {
				const joined = digits
					.slice(0, 3)
					.filter((each) => typeof each === 'string')
					.join('')
				return joined.length === 3 ? `${word} ${joined}` : found
			},
		)
		.replace(/\b(?:forma |formulario )?ene[ -](?=\d)/g, 'n-')
		.replace(
			/\b(i|n|g|w|h|k|f|eb|ds|ar|ss|sb|eoir|eta|dd) (\d{1,4})([a-z]{0,2})(?![\w.,]*\d|\w)/g,
			(_, name, digits, suffix) => code(name, digits, suffix),
		)
		.replace(/\b([a-z]{1,5})-?(\d{1,4})(?:-?([a-z]{1,2}|\d{1,2}))?(?![a-z0-9])/g, (_, name, digits, suffix) =>
			code(name, digits, suffix),
		)
		.replace(
			/\b(suplemento|anexo|apendice|categoria|preferencia) (?:tipo )?'?([a-z])'?(?![a-z0-9'-])/g,
			(found, name, letter) =>
				/^[aeouy]$/.test(letter) && !/suplemento|anexo/.test(name)
					? found
					: `${add(`code:${name.replace(/s$/, '')}-${letter}`)}`,
		)
		.replace(
			new RegExp(
				`\\b(${announcing}) (?:numero )?(\\d{2,4})([a-z]?)\\b(?! (?:de )?(?:${timeUnit}|%|dolares|pesos|personas|preguntas|${month}))(?![.,:/]\\d|%)`,
				'g',
			),
			(_, word, digits, suffix) => `${word}${add(`bare:${digits}${suffix}`)}`,
		)
}

function readLaw(text: string, add: Add): string {
	const plain = (found: string) => found.replace(/[^a-z0-9.]/g, '').replace(/\.$/, '')
	return text
		.replace(/\bc\.f\.r\.?/g, 'cfr')
		.replace(/\bu\.s\.c\.?/g, 'usc')
		.replace(/\b\d{1,2} ?(?:cfr|usc)(?: (?:§+|seccion|parte|part|section))* ?\d[\w.]*(?:\(\w{1,4}\))*/g, (found) =>
			add(`law:${plain(found.replace(/ (?:seccion|parte|part|section)/g, ''))}`),
		)
		.replace(/\b\d+[a-z]?(?:\(\w{1,4}\))+/g, (found) => add(`law:${plain(found)}`))
		.replace(
			/(?:\b(?:seccion|secciones|articulo|articulos|capitulo|titulo|inciso|parrafo|clausula|volumen|ley|regla|ina|reglamento|decreto|proclamacion|orden ejecutiva)|§+) (?:numero |no\. |n\.? ?)?(\d[\w.-]*)/g,
			(found, which: string) =>
				/^\d{4}$/.test(which) && /^(?:ley|regla|reglamento)/.test(found) ? found : add(`law:${plain(which)}`),
		)
		.replace(/(?<![\d.,$])\d{3,4}[a-z]?\.\d{1,3}(?![\d%])(?! ?(?:%|dolares|mil))/g, (found) =>
			/^\d{1,3}\.\d{3}$/.test(found) ? found : add(`law:${plain(found)}`),
		)
}

const ordinals = 'segund tercer cuart quint sext septim octav noven decim'.split(' ')
const ownCount = /^(?:cosa|camino|opcion|forma|manera|via|modo|paso|lado|punto|salida|idea|parte|manera)s?(?:es)?$/
const article = /(?:^| )(?:los|las|ell[oa]s|ustedes|nosotros|entre)$/

function readCounts(text: string, add: Add) {
	const rest = text
		.replace(/\b(\d{1,2})[oaº](?=[ ,.:])/g, (_, which) => (which === '1' ? gap : add(`order:${which}`)))
		.replace(
			new RegExp(`\\b(${ordinals.join('|')})(?:o|a|os|as)?(?= ([a-z]+))`, 'g'),
			(found, which: string, next: string) => {
				if (/^(?:paso|punto|lugar|termino|vez)$/.test(next) || (/^(?:terceros|cuartos?)$/.test(found) && next === 'de'))
					return gap
				return add(`order:${ordinals.indexOf(which) + 2}`)
			},
		)
	for (const match of rest.matchAll(/(?<![\d.])(\d+(?:[./]\d+)*)([a-z0-9]*)/g)) {
		const [found, digits = '', letters = ''] = match
		const after = rest.slice(match.index + found.length)
		const before = rest.slice(0, match.index).trimEnd()
		if (letters !== '') add(`code:${digits}${letters}`)
		else if (
			/^[2-5]$/.test(digits) &&
			(ownCount.test(/[a-z]{3,}/.exec(after)?.[0] ?? '') || (digits === '2' && article.test(before)))
		)
			continue
		else
			add(`count:${digits}`, {
				of: stemsOf(after).slice(0, 4),
				near: (before.match(/[a-z]{3,}/g) ?? []).slice(-4).map(stem),
			})
	}
}
