import { describe, expect, it } from 'vitest'
import { createSelfCheck } from './first-person.ts'
import { loadCheckingTables } from './load-tables.ts'

const speaksOfItself = createSelfCheck(loadCheckingTables().neutral.self)

describe('a sentence in which the assistant speaks of itself', () => {
	it.each([
		'Cuando litigué casos así, los jueces escucharon.',
		'Yo lo mandaría hoy.',
		'Nuestra gente revisa los papeles.',
		'Te acompañamos a la corte.',
		'Mándame tu número.',
		'Soy parte del equipo.',
		'Puedes decirme tu nombre.',
		'Recibí tu carta y enviaré la respuesta.',
		'Soy un asistente automático y mi jefe te llama.',
	])('is found: %s', (sentence) => {
		expect(speaksOfItself(sentence)).toBe(true)
	})

	it.each([
		'Guarda los teléfonos de tu abogado.',
		"Di: 'quiero hablar con mi abogado'.",
		'Puedes decir que no entiendo inglés.',
		'Firme o no firme, el juez decide.',
		'Los últimos papeles llegan por correo.',
		'El bebé nació aquí, así que pide su acta.',
		'Soy un asistente automático, no soy abogado ni parte del gobierno.',
	])('is no other: %s', (sentence) => {
		expect(speaksOfItself(sentence)).toBe(false)
	})
})
