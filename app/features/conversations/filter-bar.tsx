import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { categoryLabel } from './category-label.ts'
import { categories, type Filters } from './filters.ts'

type FilterBarProps = { filters: Filters; onChange(change: Partial<Filters>): void }

export function FilterBar({ filters, onChange }: FilterBarProps) {
	return (
		<search
			aria-label={m.conversations_filters()}
			className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_13rem_auto] print:hidden"
		>
			<TextField
				label={m.conversations_search()}
				className="col-span-2 sm:col-span-1"
				type="search"
				enterKeyHint="search"
				autoComplete="off"
				placeholder={m.conversations_search_placeholder()}
				value={filters.search}
				onChange={(event) => onChange({ search: event.target.value })}
			/>
			<SelectField
				label={m.conversations_category()}
				value={filters.category}
				onChange={(event) => onChange({ category: event.target.value as Filters['category'] })}
			>
				{categories.map((category) => (
					<option key={category} value={category}>
						{categoryLabel(category)}
					</option>
				))}
			</SelectField>
			<Button
				variant={filters.onlyFavorites ? 'primary' : 'secondary'}
				className="mb-1.5"
				aria-pressed={filters.onlyFavorites}
				onClick={() => onChange({ onlyFavorites: !filters.onlyFavorites })}
			>
				<Icon name={filters.onlyFavorites ? 'star-filled' : 'star'} className="size-5" />
				{m.conversations_favorites()}
			</Button>
		</search>
	)
}
