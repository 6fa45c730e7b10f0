import { describe, expect, test } from 'vitest'
import { cardTitle, categoryOf, readSavedChatContent, savedChatContent, savedChatTitle } from './saved-chat.ts'

describe('the saved title', () => {
	test('is the question when it has 50 characters', () => {
		const question = 'a'.repeat(50)
		expect(savedChatTitle(question)).toBe(question)
	})

	test('is cut to 50 characters and gets three dots when the question is longer', () => {
		expect(savedChatTitle('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
	})

	test('stands on one line', () => {
		expect(savedChatTitle('  ¿Puedo\n\ntrabajar?  ')).toBe('¿Puedo trabajar?')
	})

	test('is never cut through the middle of a character', () => {
		expect(savedChatTitle('🌎'.repeat(60))).toBe(`${'🌎'.repeat(50)}...`)
	})
})

describe('the title of a card', () => {
	test('is the whole question up to eight words', () => {
		expect(cardTitle('¿Cómo puedo pedir asilo en Estados Unidos hoy?')).toBe(
			'¿Cómo puedo pedir asilo en Estados Unidos hoy?',
		)
	})

	test('is the first eight words and an ellipsis beyond', () => {
		expect(cardTitle('uno dos tres cuatro cinco seis siete ocho nueve')).toBe(
			'uno dos tres cuatro cinco seis siete ocho…',
		)
	})
})

describe('the content column', () => {
	test('gives back what was saved', () => {
		const content = { question: '¿Qué es "TPS"?', answer: 'Un permiso.\nDura 18 meses.' }
		expect(readSavedChatContent({ title: 't', content: savedChatContent(content) })).toEqual(content)
	})

	test.each(['no es JSON', '"texto"', '{"question":1,"answer":"x"}', 'null', '[]'])(
		'%s is shown as it is',
		(content) => {
			expect(readSavedChatContent({ title: 'El título', content })).toEqual({ question: 'El título', answer: content })
		},
	)
})

describe('the category of a question', () => {
	test.each([
		['¿Cuánto tiempo tengo para pedir asilo?', 'asilo'],
		['llegue huyendo de las maras y me amenazaron', 'asilo'],
		['ya mande la 589 y no me contestan', 'asilo'],
		['tengo asilo pendiente y quiero pedir a mi esposa', 'familia'],
		['como saco el permiso de trabajo', 'trabajo'],
		['mi patrón no me quiere pagar', 'trabajo'],
		['se me vencio el EAD', 'trabajo'],
		['puedo trabajar mientras espero', 'trabajo'],
		['quiero pedir a mi mamá', 'familia'],
		['soy ciudadano y quiero traer a mis hermanos', 'familia'],
		['me voy a casar con una ciudadana', 'familia'],
		['¿qué es el formulario I-130?', 'familia'],
		['como renuevo mi green card', 'residencia'],
		['se me perdio la mica', 'residencia'],
		['quiero arreglar papeles', 'residencia'],
		['¿qué preguntan en el examen de ciudadanía?', 'residencia'],
		['me llego una cita para las huellas', 'otros'],
		['¿puedo viajar a México?', 'otros'],
		['', 'otros'],
	])('%s → %s', (question, category) => {
		expect(categoryOf(question)).toBe(category)
	})

	test('a word inside another word counts for nothing', () => {
		expect(categoryOf('la química y el camarada')).toBe('otros')
	})

	test('a long hostile text is read in time', () => {
		expect(categoryOf(`${'pedir a mi '.repeat(20_000)}`)).toBe('otros')
	})
})
