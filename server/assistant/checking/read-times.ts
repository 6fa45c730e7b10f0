// Dates, hours and lengths of time, also those without a number: 'next month', 'half a year', 'a few weeks'.
import { type Add, type Figure, gap, month, months, number, timeUnit } from './figure.ts'

/** Takes the dates and hours out of a text. */
export function readDates(text: string, add: Add): string {
	const monthNumber = (name: string) => (name === 'setiembre' ? 9 : months.indexOf(name) + 1)
	return text
		.replace(
			/\b(?:a las?|las) \d{1,2}(?!\d)(?:[:.]\d\d)?(?! ?(?:dias|horas|semanas|preguntas|personas))(?: (?:y media|y cuarto|en punto))?(?: ?[ap]\. ?m\.?| ?[ap]m\b| de la (?:manana|tarde|noche))?|\b\d{1,2}(?::\d\d)? ?(?:[ap]\. ?m\.?|[ap]m\b)|\b\d{1,2}:\d\d\b/g,
			(found) => add(`clock:${found.replace(/^(?:a )?las? /, '').replace(/[^\dapm:]/g, '')}`),
		)
		.replace(/\b(?:mediodia|medianoche)\b/g, (found) => add(`clock:${found}`))
		.replace(/\b24 ?\/ ?7\b/g, () => add('time:24:hora'))
		.replace(/\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g, (_, y, m, d) => add(`date:${Number(d)}-${Number(m)}-${y}`))
		.replace(/\b(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)?\d\d)\b/g, (_, a, b, y) =>
			add(`slash:${Number(a)}-${Number(b)}-${y}`),
		)
		.replace(
			new RegExp(
				`\\b(?:(\\d{1,2})o?|(primero)) (?:dias? )?(?:del? (?:mes de )?)?(${month})(?:,? (?:del? )?(?:ano )?((?:19|20)\\d\\d))?\\b`,
				'g',
			),
			(_, d, first, m, y) => add(`date:${first ? 1 : Number(d)}-${monthNumber(m)}${y ? `-${y}` : ''}`),
		)
		.replace(
			new RegExp(`\\b(${month}) (\\d{1,2})o?(?! ?(?:${timeUnit}|%))(?:,? (?:del? )?((?:19|20)\\d\\d))?\\b`, 'g'),
			(_, m, d, y) => add(`date:${Number(d)}-${monthNumber(m)}${y ? `-${y}` : ''}`),
		)
		.replace(new RegExp(`\\b(${month}),? (?:del? )?(?:ano )?((?:19|20)\\d\\d)\\b`, 'g'), (_, m, y) =>
			add(`month:${monthNumber(m)}-${y}`),
		)
		.replace(new RegExp(`\\b${month}\\b`, 'g'), (m) => add(`month:${monthNumber(m)}`))
		.replace(/\b(lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)\b/g, (found) =>
			add(`day:${found.replace(/s$/, '')}`),
		)
		.replace(
			new RegExp(
				`(?<![\\d.,$-])((?:19|20)\\d\\d)(?![\\d.,]*\\d)(?! ?(?:%|dolares|pesos|usd|${timeUnit}\\b|personas|visas))`,
				'g',
			),
			(_, y) => add(`year:${y}`),
		)
}

const idioms =
	/\bun dia (?:para otro|de estos|vas?|pued\w+|recib\w+|lleg\w+|tien\w+)|\bel mismo dia|\b(?:de )?un (?:mes|dia|ano) (?:a|para) otro\b|\b(?:dia a dia|ano por ano|cada vez)\b|\bal dia\b/g

/** Takes lengths of time and ages out of a text. */
export function readTimes(text: string, add: Add): string {
	const unitName = (unit: string) =>
		unit
			.replace(/^anito.*/, 'ano')
			.replace(/^mesecito.*/, 'mes')
			.replace(/^diita.*/, 'dia')
			.replace(/^meses$/, 'mes')
			.replace(/(?<!me)s$/, '')
	const kind = '(?: (?:habiles|laborables|naturales|calendario|de trabajo))?'
	const amountOf = (amount: string) =>
		/^una?$/.test(amount)
			? 1
			: /^medi/.test(amount)
				? 0.5
				: /par/.test(amount)
					? 2
					: /docena/.test(amount)
						? 12
						: /decena/.test(amount)
							? 10
							: Number(amount)
	const boundOf = (before: string): Figure['bound'] =>
		/(?:mas|mayor(?:es)?) (?:de|que) (?:los |las )?$/.test(before)
			? 'more'
			: /(?:menos|menor(?:es)?) (?:de|que) (?:los |las )?$/.test(before)
				? 'less'
				: undefined
	const time = (amount: number, unit: string, how: string, bound?: Figure['bound']) => {
		const working = /habil|laborable|de trabajo/.test(how) ? ' habil' : ''
		return add(`time:${amount}:${unitName(unit)}${working}`, bound ? { bound } : {})
	}
	return text
		.replace(idioms, gap)
		.replace(
			/\b(?:a toda hora|a cualquier hora|todo el dia y|de dia y (?:de )?noche|las 24 horas(?: (?:del|al) dia)?|24 horas (?:del|al) dia)\b/g,
			() => add('time:24:hora'),
		)
		.replace(
			new RegExp(
				`(?<![\\d.])(entre )?(${number}|un|una) ?(a|o|y|u|-|–|hasta|al?) (?=(${number}) ?(${timeUnit})(${kind})\\b)`,
				'g',
			),
			(found, between, amount, joint, next, unit, how) => {
				if (/^una?$/.test(amount)) return found
				// 'from 60 to 90 days' is known as such, or as '60 or 90 days'
				add(`${between || !/^[oyu]$/.test(joint) ? 'range' : 'pair'}:${amount}-${next}:${unitName(unit)}`)
				return `${time(amountOf(amount), unit, how)} `
			},
		)
		.replace(
			new RegExp(
				`(?<![\\d.\\p{L}])(${number}|(?:un |una )?(?:par(?:cito)?|docena|decena) de|un|una|media?) (${timeUnit})(${kind}) y (medi[oa]|pico)\\b`,
				'gu',
			),
			(_, amount, unit, how, half) => {
				if (half === 'pico') return add(`time:pico:${unitName(unit)}`)
				return time(amountOf(amount) + 0.5, unit, how)
			},
		)
		.replace(new RegExp(`\\b(${timeUnit}) y medi[oa]\\b`, 'g'), (_, unit) => time(1.5, unit, ''))
		.replace(
			new RegExp(
				`(?<![\\d.\\p{L}])(${number}|(?:un |una )?(?:par(?:cito)?|docena|decena) de|un|una|medi[oa]) (?:(?:largos?|ultim[oa]s|primer[oa]s|mism[oa]s) )?(${timeUnit})(${kind})(?![\\p{L}])`,
				'gu',
			),
			(_, amount, unit, how, at: number, whole: string) =>
				time(amountOf(amount), unit, how, boundOf(whole.slice(0, at))),
		)
		.replace(
			/\b(?:unos cuantos|unas cuantas|unos pocos|unas pocas|unos|unas|varios|varias|pocos|pocas|algunos|algunas|decenas de|docenas de|(?:tard\w+|demor\w+|dur\w+|esper\w+|en|dentro de|por|de) (?:muchos |muchas )?)(?: ?)(?<amount>)((?:dias|semanas|meses|anos|horas|minutos))\b/g,
			(...groups) => add(`vague:${unitName(groups[2] as string)}`),
		)
		.replace(/\b(\d{1,2}) (?:cumplidos|de edad)\b/g, (_, age) => add(`age:${age}`))
		.replace(
			/\b(cumpl\w+|mayor(?:es)? de|menor(?:es)? de|menos de|mas de|antes de los|despues de los|a los|tener|tien\w+|edad de|pas\w+ de) (?:los |unos )?(\d{1,2})\b(?! ?[%\d/])(?! (?!o |y |ya |para |no |de edad|puede|pueden|puedes|que |son |si |debe|solter)[a-z]{3,})/g,
			(_, word, age) =>
				add(
					`age:${age}`,
					/mayor|mas de/.test(word) ? { bound: 'more' } : /menor|menos de/.test(word) ? { bound: 'less' } : {},
				),
		)
}

const season =
	'(?:verano|invierno|primavera|otono|navidad(?:es)?|semana santa|ano nuevo|pascua|dia de accion de gracias|fin de semana)'
const relativeDates = [
	/\b(?:a |para |en )?(?:principios?|inicios?|comienzos?|mediados?|medio|finales|fines|fin) (?:de|del) (?:este |el |proximo )?(?:ano|mes|semana|trimestre)\b/g,
	/\b(?:(?:el|la|este|esta) )?(?:proxim[oa]s?|siguientes?|otr[oa]) (?:mes|meses|semanas?|anos?|dias?|lunes)\b/g,
	/\b(?:este mes|esta semana|pasado manana)\b|\b(?:ano|mes|semana) (?:que viene|que entra|entrante|proxim[oa])\b|(?<!\b(?:la|por la|cada|esta) )\bmanana\b(?! siguiente)/g,
	new RegExp(`\\b${season}\\b`, 'g'),
]
const lasting = new RegExp(
	`\\b(?:tard|demor|contest|respond|resuelv|resolv)\\w*(?: [a-z]+){0,3}? (?:el|la|los|las|un|todo el|toda la) (${timeUnit})\\b`,
	'g',
)

/** 'next month', 'at the end of the year', 'takes the whole year': dates and times without a number. */
export function readLooseTimes(text: string, add: Add): string {
	const dated = relativeDates.reduce(
		(rest, pattern) => rest.replace(pattern, (found) => add(`when:${found.trim()}`)),
		text,
	)
	return dated.replace(lasting, (_, unit) => add(`vague:the-${unit}`))
}
