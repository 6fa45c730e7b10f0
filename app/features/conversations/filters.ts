import type { TopicCategory } from '../../../contracts/guide.ts'
import { categoryOf } from '../../../contracts/saved-chat.ts'
import type { SavedChat } from '../../backend/saved-chats.ts'

export type Filters = { search: string; category: 'todas' | TopicCategory; onlyFavorites: boolean }

export const noFilters: Filters = { search: '', category: 'todas', onlyFavorites: false }

/** The choices of the category list, in their order. */
export const categories = [
	'todas',
	'residencia',
	'asilo',
	'trabajo',
	'familia',
	'otros',
] as const satisfies Filters['category'][]

export function isFiltering({ search, category, onlyFavorites }: Filters): boolean {
	return search.trim() !== '' || category !== 'todas' || onlyFavorites
}

/** The chats that pass every filter. The search looks into question and answer and does not mind capitals. */
export function filterChats(chats: readonly SavedChat[], { search, category, onlyFavorites }: Filters): SavedChat[] {
	const wanted = search.trim().toLowerCase()
	return chats.filter(
		({ question, answer, isFavorite }) =>
			(!onlyFavorites || isFavorite) &&
			(category === 'todas' || categoryOf(question) === category) &&
			(wanted === '' || question.toLowerCase().includes(wanted) || answer.toLowerCase().includes(wanted)),
	)
}
