import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test.each([
	[{ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' }, 'Ana Ruiz'],
	[{ firstName: 'Ana', lastName: null, email: 'ana@example.com' }, 'Ana'],
	[{ firstName: ' Ana ', lastName: '  ', email: null }, 'Ana'],
	[{ firstName: '', lastName: 'Ruiz', email: 'ana.r@example.com' }, 'ana.r'],
	[{ email: 'ana@example.com' }, 'ana'],
	[{ email: '@example.com' }, 'Usuario'],
	[{ email: null }, 'Usuario'],
	[{}, 'Usuario'],
])('%j is called %s', (names, called) => {
	expect(displayName(names, 'Usuario')).toBe(called)
})
