import { m } from '../../i18n/messages.ts'
import type { Filters } from './filters.ts'

export function categoryLabel(category: Filters['category']): string {
	return labels[category]()
}

const labels: Record<Filters['category'], () => string> = {
	todas: m.conversations_category_todas,
	residencia: m.conversations_category_residencia,
	asilo: m.conversations_category_asilo,
	trabajo: m.conversations_category_trabajo,
	familia: m.conversations_category_familia,
	otros: m.conversations_category_otros,
}
