import { expect, test } from 'vitest'
import { sitePath } from './site-path.ts'

test.each([
	['/chat', '/chat'],
	['/saved-chats?categoria=asilo&favoritos=1', '/saved-chats?categoria=asilo&favoritos=1'],
	['/', '/'],
	['/guia/asilo#pasos', '/guia/asilo'],
	['/chat?siguiente=https://evil.example', '/chat?siguiente=https://evil.example'],
	['/a/../chat', '/chat'],
	['/búsqueda', '/b%C3%BAsqueda'],
])('%s leads to %s', (wanted, path) => {
	expect(sitePath(wanted)).toBe(path)
})

test.each([
	'//evil.example',
	'///evil.example',
	'/\\evil.example',
	'\\\\evil.example',
	'/\t/evil.example',
	'/\n/evil.example',
	'/.//evil.example',
	'/a/..//evil.example',
	'/%2e//evil.example',
	'https://evil.example/chat',
	'https:/evil.example',
	'javascript:alert(1)',
	'data:text/html,hola',
	' /chat',
	'chat',
	'',
	'/\u202e/chat',
	'/login',
	'/login/?x=1',
	'/auth',
	`/${'a'.repeat(2000)}`,
	null,
	undefined,
	42,
	{ toString: () => '/chat' },
])('%j is refused', (wanted) => {
	expect(sitePath(wanted)).toBeNull()
})
