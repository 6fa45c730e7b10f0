import { describe, expect, it } from 'vitest'
import { createLinks } from './links.ts'

const { placeFor, verifying } = createLinks('https://faro.example.org')

describe('where a link may lead', () => {
	it.each([
		['https://faro.example.org/settings?x=1', 'https://faro.example.org/settings?x=1'],
		['/chat', 'https://faro.example.org/chat'],
		['chat#access_token=x', 'https://faro.example.org/chat'],
	])('%s is on this site', (wanted, place) => {
		expect(placeFor('signup', wanted).href).toBe(place)
	})

	it.each([
		'https://evil.example.com',
		'//evil.example.com',
		'/\\evil.example.com',
		'\\\\evil.example.com',
		'https://faro.example.org.evil.example.com',
		'https://faro.example.org@evil.example.com',
		'https://evil.example.com@faro.example.org',
		'http://faro.example.org/',
		'https://faro.example.org:8443/',
		'javascript:alert(1)',
		'data:text/html,x',
		'blob:https://faro.example.org/x',
		'https://',
		'',
	])('"%s" is not', (wanted) => {
		expect(placeFor('signup', wanted).href).toBe('https://faro.example.org/login')
		expect(placeFor('recovery', wanted).href).toBe('https://faro.example.org/recuperar')
	})

	it('is settled when the letter is written, too', () => {
		const link = new URL(verifying('token', 'recovery', 'https://evil.example.com'))
		expect(link.origin).toBe('https://faro.example.org')
		expect(link.searchParams.get('redirect_to')).toBe('https://faro.example.org/recuperar')
	})
})
