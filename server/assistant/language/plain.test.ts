import { describe, expect, it } from 'vitest'
import { createFormNumbers } from './form-numbers.ts'
import { plain } from './plain.ts'
import { sound } from './sound.ts'

describe('plain text', () => {
	it.each([
		['¿Cuánto TARDA la residencia?', 'cuanto tarda la residencia ?'],
		['k onda, q hago pa renovar', 'que onda que hago para renovar'],
		['vivo en EE.UU. desde niño', 'vivo en estados unidos desde nino'],
		['holaaaa!!! ayuda', 'hola . ayuda'],
		['son 10,000 visas', 'son 10000 visas'],
		['cero\u200bancho', 'ceroancho'],
		['tengo veinticinco años y llevo diez aquí', 'tengo 25 anos y llevo 10 aqui'],
		['la ciento treinta', 'la 130'],
		['la cuatro ochenta y cinco', 'la 485'],
		['uno no sabe que hacer', 'uno no sabe que hacer'],
	])('%s → %s', (written, expected) => {
		expect(plain(written)).toBe(expected)
	})

	it('is empty for blanks and signs', () => {
		expect(plain(' \n\t…!! ').replace(/[. ]/g, '')).toBe('')
	})

	it('looks at no more of a very long text than the wire lets through', () => {
		expect(plain('a b '.repeat(100_000)).length).toBeLessThanOrEqual(2_000)
	})
})

describe('form numbers', () => {
	const { join } = createFormNumbers([
		'I-130',
		'I-485',
		'I-765',
		'I-601A',
		'I-821D',
		'I-90',
		'N-400',
		'EOIR-33',
		'I-600',
		'N-600',
	])

	it.each([
		['I-130', 'i130'],
		['i 130', 'i130'],
		['la i ciento treinta', 'la i130'],
		['forma 765', 'forma i765'],
		['la 485', 'la i485'],
		['la y 485', 'la i485'],
		['la cuatro ochenta y cinco', 'la i485'],
		['la 601-A', 'la i601a'],
		['el I-821 D', 'el i821d'],
		['ene cuatrocientos', 'n400'],
		['N-400', 'n400'],
		['eoir 33', 'eoir33'],
		['la I-90', 'la i90'],
		['categoría F-2-B', 'categoria f2b'],
		['mi permiso c09', 'mi permiso c9'],
	])('%s → %s', (written, expected) => {
		expect(join(plain(written))).toBe(expected)
	})

	it.each([
		'gano 130 dólares',
		'esperé 90 días',
		'tiene 21 años',
		'somos mi esposa y 2 hijos',
		'en 2005 y 2006',
		'f4 mexico',
	])('leaves "%s" alone', (written) => {
		expect(join(plain(written))).toBe(plain(written))
	})
})

describe('sound', () => {
	it.each([
		['detubieron', 'detuvieron'],
		['aser', 'hacer'],
		['deportasion', 'deportacion'],
		['yamar', 'llamar'],
		['kiero', 'quiero'],
		['combiene', 'conviene'],
		['jente', 'gente'],
		['exsamen', 'exsamen'],
	])('%s sounds like %s', (misspelt, right) => {
		expect(sound(misspelt)).toBe(sound(right))
	})

	it.each([
		['casa', 'caja'],
		['corte', 'carta'],
		['pero', 'peso'],
	])('%s does not sound like %s', (one, other) => {
		expect(sound(one)).not.toBe(sound(other))
	})
})
