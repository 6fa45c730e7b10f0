// Amounts of money, what is free, and shares of a whole.
import { type Add, number, stemsOf } from './figure.ts'

const free =
	/\b(?:gratis|gratuit[oa]s?|sin (?:costo|cobro|pago|pagar)|exent[oa]s?|exonerad[oa]s?|no (?:se paga|cuesta|cobran?|tiene (?:costo|tarifa)|lleva tarifa|hay tarifa|pagas|hay que pagar))\b/g
const freeHelp =
	/\b(?:ayud|abogad|grupo|organizaci|asesor|consult|interprete|clase|linea|llam|telefono|preparador|denunci|represent|lista|centro)/

/** Takes the amounts of money out of a text. */
export function readMoney(text: string, add: Add): string {
	// that help is free says nothing about a fee
	for (const _ of text.matchAll(free)) add(freeHelp.test(text) ? 'free:help' : 'free:fee')
	const currency =
		'(?:dolar(?:es|itos)?|usd|us\\$|dls|dlls|bucks|verdes|pesos?|centavos?|quetzales|lempiras|euros?|bolivares|soles|colones)'
	const name = (word: string) =>
		/^(dolar|usd|us\$|dls|dlls|bucks|verdes)/.test(word) ? 'dolar' : word.replace(/(?:es|s)$/, '')
	return text
		.replace(/(?:us|usd|u\.s\.)? ?[$€] ?(\d+(?:\.\d+)?)/g, (_, amount) => add(`money:${amount}:dolar`))
		.replace(/\busd ?(\d+(?:\.\d+)?)/g, (_, amount) => add(`money:${amount}:dolar`))
		.replace(
			new RegExp(`\\b(${number}) (?:a|o|y|u|-|hasta) (?=${number} ?(?:de )?(${currency})\\b)`, 'g'),
			(_, amount, unit) => add(`money:${amount}:${name(unit)}`),
		)
		.replace(
			new RegExp(`(?<![\\d.])(${number}|un|una|medio) ?(?:de )?(?:monedas? de |billetes? de )?(${currency})\\b`, 'g'),
			(_, amount, unit) => add(`money:${/^un/.test(amount) ? 1 : amount}:${name(unit)}`),
		)
		.replace(
			new RegExp(
				`\\b(cientos|miles|millones|decenas|montones?|pocos|unos cuantos|unos pocos|algunos|varios|muchos) (?:de )?(?:miles de )?(${currency})\\b`,
				'g',
			),
			(_, amount, unit) => add(`money:${amount}:${name(unit)}`),
		)
}

/** Takes percentages, ratios and fractions out of a text. */
export function readShares(text: string, add: Add): string {
	return text
		.replace(new RegExp(`(${number}) ?(?:a|o|y|-) ?(?=${number} ?%)`, 'g'), (_, share) => add(`share:${share}`))
		.replace(new RegExp(`(${number}) ?%`, 'g'), (_, share) => add(`share:${share}`))
		.replace(/\b(\d+|uno|una) (?:de|por|en) cada (\d+)\b/g, (_, part, whole) => add(`share:${part}/${whole}`))
		.replace(
			/\b(?:la |el |un |una |dos |2 )?(mitad|doble|triple|cuadruple|tercio|tercios|tercera parte|cuarta parte|quinta parte|decima parte|cuarto de|mayoria|minoria|mayor parte)\b/g,
			(found, share, at: number, whole: string) =>
				add(`share:${share}`, { of: stemsOf(whole.slice(at + found.length)).slice(0, 3) }),
		)
		.replace(/\b(miles|cientos|millones|docenas?|decenas?|centenar(?:es)?|un par|punado) de\b/g, (_, amount) =>
			add(`share:${amount}`),
		)
}
