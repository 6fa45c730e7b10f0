// 'Mis Conversaciones': everything the person saved, by day, with search and filters.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { commonErrorText } from '../../backend/errors.ts'
import { type SavedChat, savedChatsQuery } from '../../backend/saved-chats.ts'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { DayGroup } from './day-group.tsx'
import { groupByDay } from './days.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, filterChats, isFiltering, noFilters } from './filters.ts'
import { SavedChatCard } from './saved-chat-card.tsx'
import { SavedChatsSkeleton } from './saved-chats-skeleton.tsx'
import { useFavorite } from './use-favorite.ts'
import { useLiveSavedChats } from './use-live-saved-chats.ts'
import { useReopen } from './use-reopen.ts'

export function SavedChatsPage({ userId }: { userId: string }) {
	const { data: chats, error, isFetching, refetch } = useQuery(savedChatsQuery(userId))
	useLiveSavedChats(userId)
	const [deletedId, setDeletedId] = useState<string | null>(null)
	const content = useRef<HTMLDivElement>(null)
	// The button that had the focus is gone with its card, and while its dialog is open nothing else can have it.
	useEffect(() => {
		if (deletedId) content.current?.focus()
	}, [deletedId])
	if (!chats && isFetching) return <SavedChatsSkeleton />
	return (
		<Page title={m.conversations_title()} lead={m.conversations_lead()}>
			<div ref={content} tabIndex={-1} className="grid gap-6 outline-none">
				{error ? <LoadFailed error={error} isRetrying={isFetching} onRetry={refetch} /> : null}
				{chats?.length === 0 ? <NothingSaved /> : null}
				{chats && chats.length > 0 ? <SavedChats userId={userId} chats={chats} onDeleted={setDeletedId} /> : null}
			</div>
		</Page>
	)
}

type SavedChatsProps = { userId: string; chats: readonly SavedChat[]; onDeleted(id: string): void }

function SavedChats({ userId, chats, onDeleted }: SavedChatsProps) {
	const [filters, setFilters] = useState(noFilters)
	const [toDelete, setToDelete] = useState<SavedChat | null>(null)
	const toggleFavorite = useFavorite(userId)
	const { reopening, reopen } = useReopen()
	const list = useRef<HTMLDivElement>(null)
	const found = filterChats(chats, filters)
	const filtering = isFiltering(filters)
	const clearFilters = () => {
		setFilters(noFilters)
		list.current?.focus()
	}
	return (
		<>
			<div>
				<FilterBar filters={filters} onChange={(change) => setFilters({ ...filters, ...change })} />
				<p role="status" className="text-ink-soft">
					{filtering ? countText(found.length, chats.length) : null}
				</p>
			</div>
			{found.length === 0 ? <NothingFound onClear={clearFilters} /> : null}
			<div ref={list} tabIndex={-1} className="grid gap-6 outline-none">
				{groupByDay(found).map((day, index) => (
					<DayGroup key={`${day.key} ${filterKey(filters)}`} day={day} startsOpen={filtering || index === 0}>
						{day.chats.map((chat) => (
							<SavedChatCard
								key={chat.id}
								chat={chat}
								isReopening={reopening === chat.id}
								onFavorite={() => toggleFavorite(chat)}
								onDelete={() => setToDelete(chat)}
								onReopen={() => reopen(chat.id)}
							/>
						))}
					</DayGroup>
				))}
			</div>
			<DeleteDialog userId={userId} chat={toDelete} onClose={() => setToDelete(null)} onDeleted={onDeleted} />
		</>
	)
}

/** A day opens anew when the filters change, so that what was found shows. */
function filterKey({ search, category, onlyFavorites }: Filters): string {
	return [search.trim() !== '', category, onlyFavorites].join()
}

function countText(shown: number, all: number): string {
	return shown === 0 ? m.conversations_no_match() : m.conversations_showing({ shown, all })
}

function NothingSaved() {
	return (
		<Card className="grid justify-items-start gap-3">
			<h2 className="font-bold text-heading text-xl">{m.conversations_none()}</h2>
			<p className="max-w-prose">{m.conversations_none_text()}</p>
			<ButtonLink to="/chat">{m.conversations_ask()}</ButtonLink>
		</Card>
	)
}

function NothingFound({ onClear }: { onClear(): void }) {
	return (
		<Card className="grid justify-items-start gap-2">
			<p className="font-semibold">{m.conversations_not_found()}</p>
			<Button variant="quiet" className="px-0 underline underline-offset-4" onClick={onClear}>
				{m.conversations_clear_filters()}
			</Button>
		</Card>
	)
}

function LoadFailed({ error, isRetrying, onRetry }: { error: Error; isRetrying: boolean; onRetry(): void }) {
	return (
		<Notice role="alert" tone="danger" title={m.conversations_load_failed()}>
			<p>{commonErrorText(error) ?? m.conversations_load_failed_text()}</p>
			<Button variant="secondary" className="mt-2 justify-self-start" busy={isRetrying} onClick={onRetry}>
				{m.conversations_retry()}
			</Button>
		</Notice>
	)
}
