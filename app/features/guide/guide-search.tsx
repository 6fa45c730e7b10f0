import { type KeyboardEvent, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TopicLinkLine } from './topic-link-line.tsx'
import { useTopicSearch } from './use-topic-search.ts'

type GuideSearchProps = { query: string; onQuery(query: string): void }

/**
 * Searches in the page: what somebody writes stands in no address and is sent nowhere. Down and up go through what was
 * found, Enter opens it, Escape empties the field.
 */
export function GuideSearch({ query, onQuery }: GuideSearchProps) {
	const id = useId()
	const field = useRef<HTMLInputElement>(null)
	const list = useRef<HTMLUListElement>(null)
	const { found, status, prepare } = useTopicSearch(query)
	const clear = () => {
		onQuery('')
		field.current?.focus()
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && query) clear()
		else if (event.key === 'ArrowDown') focusBeside(list.current, field.current, 1)
		else if (event.key === 'ArrowUp') focusBeside(list.current, field.current, -1)
		else return
		event.preventDefault()
	}
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys go from the field to what it found and back
		<div className="grid grid-cols-1 gap-2 noscript:hidden print:hidden" onKeyDown={onKeyDown}>
			<search>
				<form
					className="grid gap-1.5"
					onSubmit={(event) => {
						event.preventDefault()
						focusBeside(list.current, field.current, 1)
					}}
				>
					<label htmlFor={id} className="font-semibold">
						{m.guide_search_label()}
					</label>
					<div className="relative">
						<Icon name="search" className="pointer-events-none absolute top-3 left-3.5 text-ink-soft" />
						{/* No name: before the page is alive, Enter would put what was written into the address. */}
						<input
							ref={field}
							id={id}
							type="text"
							inputMode="search"
							enterKeyHint="search"
							autoComplete="off"
							autoCapitalize="none"
							spellCheck={false}
							maxLength={200}
							value={query}
							placeholder={m.guide_search_placeholder()}
							aria-describedby={`${id}-hint`}
							onFocus={prepare}
							onChange={(event) => onQuery(event.target.value)}
							className="control pr-24 pl-12"
						/>
						{query ? (
							<Button variant="quiet" className="absolute inset-y-0 right-0 px-3" onClick={clear}>
								{m.guide_search_clear()}
							</Button>
						) : null}
					</div>
					<p id={`${id}-hint`} className="text-ink-soft text-sm">
						{m.guide_search_hint()}
					</p>
				</form>
			</search>
			<p role="status" className={found && found.length > 0 ? 'sr-only' : 'empty:hidden'}>
				{status}
			</p>
			{found && found.length > 0 ? (
				<ul
					ref={list}
					aria-label={m.guide_search_results()}
					className="grid rounded-2xl border border-line bg-surface p-2"
				>
					{found.map((topic) => (
						<li key={topic.id}>
							<TopicLinkLine {...topic} />
						</li>
					))}
				</ul>
			) : null}
		</div>
	)
}

/** From the field to the first result, from result to result, and from the first one back up. */
function focusBeside(list: HTMLElement | null, field: HTMLElement | null, step: 1 | -1) {
	const links = [...(list?.querySelectorAll('a') ?? [])]
	const at = links.indexOf(document.activeElement as HTMLAnchorElement)
	const next = at + step
	if (next < 0) field?.focus()
	else links[Math.min(next, links.length - 1)]?.focus()
}
