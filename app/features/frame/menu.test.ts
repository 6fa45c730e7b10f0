import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import routes from '../../routes.ts'
import { menu, menuFor } from './menu.ts'

describe('the menu', () => {
	it('leads only to pages that exist', () => {
		const paths = pathsOf(routes as RouteConfigEntry[])
		for (const { to } of menu) expect(paths).toContain(to)
	})

	it('shows a visitor the start, the chat, the guide and where help is found', () => {
		expect(menuFor(false).map(({ label }) => label())).toEqual(['Inicio', 'Chat', 'Guía', 'Ayuda legal'])
	})

	it('leads to the message form only somebody who is signed in', () => {
		expect(menuFor(true).map(({ label }) => label())).toContain('Sugerencias')
		expect(menuFor(false).map(({ label }) => label())).not.toContain('Sugerencias')
	})

	it('shows the saved conversations only to somebody who is signed in', () => {
		expect(menuFor(true).map(({ label }) => label())).toContain('Mis Conversaciones')
		expect(menuFor(false).map(({ label }) => label())).not.toContain('Mis Conversaciones')
	})
})

function pathsOf(entries: RouteConfigEntry[]): string[] {
	return entries.flatMap(({ path, children }) => [...(path ? [`/${path}`] : []), ...pathsOf(children ?? [])])
}
