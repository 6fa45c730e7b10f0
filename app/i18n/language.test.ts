import { afterEach, describe, expect, it } from 'vitest'
import { getLanguage, languageOfCookies, readLanguageFrom } from './language.ts'
import { m } from './messages.ts'

afterEach(() => readLanguageFrom(() => 'es'))

describe('the language of a page', () => {
	it('is Spanish unless somebody chose otherwise', () => {
		expect(getLanguage()).toBe('es')
		expect(m.ui_close()).toBe('Cerrar')
	})

	it('decides which text a message gives', () => {
		readLanguageFrom(() => 'en')
		expect(m.ui_close()).toBe('Close')
	})

	it('is read from the cookie among others', () => {
		expect(languageOfCookies('a=1; preferred_language=en; b=2')).toBe('en')
		expect(languageOfCookies('preferred_language=es')).toBe('es')
	})

	it.each([
		null,
		'',
		'preferred_language=',
		'preferred_language=fr',
		'my_preferred_language=en',
		'preferred_language=english',
	])('is Spanish for the cookie header %j', (cookies) => {
		expect(languageOfCookies(cookies)).toBe('es')
	})
})
