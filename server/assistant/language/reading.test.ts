import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAssistant, testAssistant } from '../testing.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})
const termsOf = (text: string) => assistant.parts.language.read(text).terms

describe('regional words', () => {
	it.each([
		['mica', 'green card'],
		['la migra', 'ICE'],
		['chamba', 'trabajo'],
		['castigo', 'unlawful presence'],
		['perdón', 'waiver'],
		['licenciado', 'abogado'],
		['huellas', 'biométricos'],
		['EAD', 'permiso de trabajo'],
		['fianza', 'bond'],
		['ocupo', 'necesito'],
		['marido', 'esposo'],
		['corte', 'juez'],
	])('%s and %s are one', (one, other) => {
		expect(termsOf(one)).toEqual(termsOf(other))
	})

	it('of which one is narrower counts as the broader one too', () => {
		expect(termsOf('permiso de trabajo')).toEqual(expect.arrayContaining(termsOf('trabajar')))
		expect(termsOf('trabajar')).not.toEqual(expect.arrayContaining(termsOf('permiso de trabajo')))
	})
})

describe('a message', () => {
	it.each([
		['renovasion de mi permizo', 'renovación de mi permiso'],
		['ciudadanja', 'ciudadanía'],
		['naturalisazion', 'naturalización'],
		['la entrebista', 'la entrevista'],
	])('"%s" reads like "%s"', (misspelt, right) => {
		expect(termsOf(misspelt)).toEqual(termsOf(right))
	})

	it('is not about what it denies', () => {
		expect(termsOf('no tengo antecedentes, puedo renovar daca')).toEqual(termsOf('puedo renovar daca'))
		expect(termsOf('nunca he tenido corte')).not.toContain('=corte')
	})

	it('that tells a story first is about the sentence that asks', () => {
		const { focus } = assistant.parts.language.read(
			'Llegué en 2015 con mi hermana y trabajo en un restaurante de Dallas con mi primo. ¿Cómo saco un permiso de trabajo?',
		)
		expect(focus).toContain('=permiso-trabajo')
		expect(focus).not.toContain('=hermano')
	})

	it('keeps the words nobody knows', () => {
		expect(termsOf('pozole')).toHaveLength(1)
		expect(termsOf('soldador')).not.toEqual(termsOf('soldado'))
	})
})
