import { describe, expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'
import { tidySentence } from './tidy-sentence.ts'

const tidy = (text: string) => tidySentence(cleanText(text), new Set(['uscis.gov']))

describe('a sentence is put right', () => {
	it.each([
		['Vives en EE.UU. sin visa.', 'Vives en Estados Unidos sin visa.'],
		['Vives en EE. UU.', 'Vives en Estados Unidos.'],
		['Entró a la USA y a los EUA.', 'Entró a Estados Unidos y a los Estados Unidos.'],
		['Entra en https://www.uscis.gov/es hoy.', 'Entra en la página oficial hoy.'],
		['Entró a los EEUU ayer.', 'Entró a los Estados Unidos ayer.'],
		['**Junta** tus `papeles`.', 'Junta tus papeles.'],
		['- Ve a las *huellas*.', 'Ve a las huellas.'],
		['2. Guarda el recibo.', 'Guarda el recibo.'],
		['## Pasos', 'Pasos'],
		['Mira [la guía](https://uscis.gov/x) hoy.', 'Mira la guía hoy.'],
		['Mira la página (https://cualquiera.com).', 'Mira la página.'],
		['Mira uscis.gov/es hoy.', 'Mira la página oficial hoy.'],
		['Usa el formulario.', 'Usa el formulario.'],
		['Listo ✅ ya.', 'Listo ya.'],
	])('%j', (written, expected) => {
		expect(tidy(written)).toBe(expected)
	})

	it.each([
		'Entra a https://uscis-casos.com hoy.',
		'Entra a uscis.gov.tramites.mx hoy.',
		'Escribe a ayuda@visas.com hoy.',
		'Entra a mi caso punto com.',
		'Busca a @visas en redes.',
		'En los Estados es otra cosa.',
		'<script>alert(1)</script> Guarda el recibo.',
		'```js',
	])('%j cannot be', (written) => {
		expect(tidy(written)).toBeUndefined()
	})
})
