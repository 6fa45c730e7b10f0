import { describe, expect, test } from 'vitest'
import type { SavedChat } from '../../backend/saved-chats.ts'
import { type Filters, filterChats, isFiltering, noFilters } from './filters.ts'

const chat = (id: string, question: string, answer = '', isFavorite = false): SavedChat => ({
	id,
	question,
	answer,
	isFavorite,
	createdAt: new Date(0),
})
const chats = [
	chat('asilo', '¿Cuánto tiempo tengo para pedir ASILO?', 'Tienes un año.'),
	chat('mica', '¿Cómo renuevo mi mica?', 'Con el Formulario I-90.', true),
	chat('huellas', 'Me llegó una cita', 'Es para tus huellas.', true),
]
const found = (filters: Partial<Filters>) => filterChats(chats, { ...noFilters, ...filters }).map(({ id }) => id)

describe('filters', () => {
	test('without any everything is shown', () => {
		expect(found({})).toEqual(['asilo', 'mica', 'huellas'])
	})

	test.each([
		['asilo', ['asilo']],
		['FORMULARIO', ['mica']],
		['  huellas ', ['huellas']],
		['cita', ['huellas']],
		['no está', []],
		['.*', []],
	])('a search for %j looks into question and answer', (search, ids) => {
		expect(found({ search })).toEqual(ids)
	})

	test.each([
		['asilo', ['asilo']],
		['residencia', ['mica']],
		['otros', ['huellas']],
		['familia', []],
	] as const)('the category %s is derived from the question', (category, ids) => {
		expect(found({ category })).toEqual(ids)
	})

	test('favourites can be asked for, together with the others', () => {
		expect(found({ onlyFavorites: true })).toEqual(['mica', 'huellas'])
		expect(found({ onlyFavorites: true, category: 'residencia', search: 'i-90' })).toEqual(['mica'])
		expect(found({ onlyFavorites: true, category: 'asilo' })).toEqual([])
	})

	test('spaces alone are no search', () => {
		expect(isFiltering({ ...noFilters, search: '  ' })).toBe(false)
		expect(isFiltering({ ...noFilters, category: 'otros' })).toBe(true)
	})
})
