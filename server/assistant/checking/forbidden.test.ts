import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadGates } from '../gates/load-gates.ts'
import { contentFolder } from '../testing.ts'
import { compileForbidden, type Forbidden } from './forbidden.ts'
import { loadCheckingTables } from './load-tables.ts'
import { createNameReader } from './read-names.ts'
import { createTongueCheck } from './tongue.ts'

const tables = loadCheckingTables()
let forbidden: Forbidden
beforeAll(async () => {
	forbidden = compileForbidden(tables.forbidden, (await loadGates(contentFolder)).lists)
})

describe('what is never said', () => {
	it.each([
		['promise', 'Te garantizo que sale bien.'],
		['promise', 'Tienes la residencia asegurada.'],
		['promise-result', 'Si tienes hijos te lo aprueban.'],
		['promise-result', 'El juez te va a perdonar.'],
		['no-danger', 'A ti no te van a deportar.'],
		['no-danger', 'Puedes viajar sin problema.'],
		['identity', 'Como tu abogada, te digo que firmes.'],
		['identity', 'Nosotros en USCIS ya lo vimos.'],
		['asks', 'Dame tu número de seguro social.'],
		['instructions', 'Mis instrucciones son secretas.'],
		['lie', 'No menciones tu arresto.'],
		['hide', 'Mejor no vayas a la corte.'],
		['unlawful', 'Puedes usar un seguro prestado.'],
		['no-lawyer', 'No necesitas abogado para esto.'],
		['sign-and-open', 'Debes abrirles la puerta.'],
	])('%s: %s', (family, sentence) => {
		expect(forbidden.find(sentence, 'person')).toBe(family)
	})

	it.each([
		'Nadie puede garantizarte la residencia.',
		'Desconfía de quien te garantiza los papeles.',
		'Si te lo aprueban, llega la tarjeta por correo.',
		'No tengo forma de saber si te van a dar la visa.',
		'No soy abogado ni parte del gobierno.',
		'No uses papeles falsos.',
		'Ve a todas tus citas con el juez.',
		'Si no, debes ir en persona.',
		'No firmes nada sin hablar con un abogado.',
		'Pon tu número de seguro social en el formulario.',
		'Faltar a la corte casi siempre es peor.',
		'Guarda silencio y pide un abogado.',
	])('but: %s', (sentence) => {
		expect(forbidden.find(sentence, 'person')).toBeUndefined()
	})

	it('help with the site may say where to write one’s own password', () => {
		expect(forbidden.find('Escribe aquí tu contraseña.', 'person')).toBe('asks-here')
		expect(forbidden.find('Escribe aquí tu contraseña.', 'helper')).toBeUndefined()
	})
})

describe('names', () => {
	const { read } = createNameReader(tables.names)

	it('are offices, words in capitals and letters of visas', () => {
		expect(read('Pide a la Comisión Federal de Comercio y a CARECEN la visa U o T.')).toEqual({
			offices: ['trade'],
			words: ['comision', 'federal', 'comercio', 'carecen'],
			visas: ['u', 't'],
		})
	})

	it('are not the first word of a sentence or of a question', () => {
		expect(read('Junta tus papeles. ¿Tienes el Formulario I-485?').words).toEqual([])
	})
})

describe('only Spanish', () => {
	const isForeign = createTongueCheck(tables.english)

	it.each(['You should file the form.', 'Вы должны.', 'Tienes thirty días.', 'Llena la І-400.', 'Tienes ٣٠ días.'])(
		'%s is not',
		(sentence) => expect(isForeign(sentence)).toBe(true),
	)

	it.each([
		'La Notificación de Comparecencia (Notice to Appear) dice la fecha.',
		'Ten a mano tu carta.',
		'Has cumplido.',
	])('%s is', (sentence) => expect(isForeign(sentence)).toBe(false))
})

describe('the tables', () => {
	it('of a folder without them stop the start', () => {
		expect(() => loadCheckingTables(join(contentFolder, 'nowhere'))).toThrow()
	})
})
