import { describe, expect, it } from 'vitest'
import { cleanText, foldText } from './clean-text.ts'
import { readFigures } from './read-figures.ts'

const keysOf = (text: string) => readFigures(cleanText(text), foldText).map(({ key }) => key)

describe('a figure reads the same however it is written', () => {
	it.each([
		['treinta días', '30 días', 'time:30:dia'],
		['tres años y medio', '3.5 años', 'time:3.5:ano'],
		['medio año', 'medio año', 'time:0.5:ano'],
		['un par de semanas', '2 semanas', 'time:2:semana'],
		['un año', '1 año', 'time:1:ano'],
		['año y medio', 'un año y medio', 'time:1.5:ano'],
		['mil cuatrocientos cuarenta dólares', '$1,440.00', 'money:1440:dolar'],
		['quinientas monedas de dólar', '500 USD', 'money:500:dolar'],
		['ochocientos mil dólares', '800 mil dólares', 'money:800000:dolar'],
		['medio millón de dólares', '＄５００，０００', 'money:500000:dolar'],
		['ciento veinticinco por ciento', '125 %', 'share:125'],
		['nueve de cada diez', '9 de cada 10', 'share:9/10'],
		['I-485', 'i485', 'code:i485'],
		['I-821 D', 'la i-821d', 'code:i821d'],
		['ene cuatrocientos', 'N 400', 'code:n400'],
		['la cuatro ochenta y cinco', 'la 485', 'bare:485'],
		['Suplemento B', 'suplemento b', 'code:suplemento-b'],
		['categoría C08', 'c8', 'code:c8'],
		['ley 245(i)', 'sección 245 (i)', 'law:245i'],
		['8 CFR 208.4', '8 C.F.R. § 208.4', 'law:8cfr208.4'],
		['1-800-898-7180', '(800) 898 7180', 'tel:8008987180'],
		['30 de abril de 2001', 'abril 30, 2001', 'date:30-4-2001'],
		['primero de marzo', '1ro de marzo', 'date:1-3'],
		['cumple dieciocho', 'mayor de 18', 'age:18'],
		['en dos mil diez', 'en 2010', 'year:2010'],
	])('%j and %j', (one, other, key) => {
		expect(keysOf(one)).toEqual([key])
		expect(keysOf(other)).toEqual([key])
	})

	it.each([
		['entre 60 y 90 días', ['range:60-90:dia', 'time:60:dia', 'time:90:dia']],
		['de lunes a viernes de 8 a.m. a 5 p.m.', ['clock:8am', 'clock:5pm', 'day:lune', 'day:vierne']],
		['tres letras y diez números', ['count:3', 'count:10']],
		['tarda unos meses', ['vague:mes']],
		['el próximo mes', ['when:el proximo mes']],
	])('%j has several', (text, keys) => {
		expect(keysOf(text)).toEqual(keys)
	})

	it.each([
		['30 días', '30 años'],
		['10 días', '10 días hábiles'],
		['500 hojas', '500 dólares'],
		['I-485', 'I-485A'],
		['1-800-898-7180', '1-800-898-7190'],
		['30 de abril de 2001', '30 de abril de 2011'],
	])('%j is not %j', (one, other) => {
		expect(keysOf(one)).not.toEqual(keysOf(other))
	})

	it.each([
		'Primero, junta tus papeles.',
		'Los dos deben firmar.',
		'Tienes dos caminos.',
		'Uno puede pedir ayuda.',
		'Guarda una copia en un lugar seguro.',
		'En tercer lugar, espera la cita.',
	])('%j has none', (text) => {
		expect(keysOf(text)).toEqual([])
	})

	it('sees a number through invisible and styled characters', () => {
		expect(keysOf('tienes 1\u200b5 días')).toEqual(['time:15:dia'])
		expect(keysOf('tienes se\u00adsenta días')).toEqual(['time:60:dia'])
		expect(keysOf('tienes 𝟛𝟘 días')).toEqual(['time:30:dia'])
	})
})
