import { useId, useState } from 'react'
import { cardTitle, categoryOf } from '../../../contracts/saved-chat.ts'
import type { SavedChat } from '../../backend/saved-chats.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { categoryLabel } from './category-label.ts'
import { timestamp } from './days.ts'

type SavedChatCardProps = {
	chat: SavedChat
	isReopening: boolean
	onFavorite(): void
	onDelete(): void
	onReopen(): void
}

export function SavedChatCard({ chat, isReopening, onFavorite, onDelete, onReopen }: SavedChatCardProps) {
	const [isOpen, setOpen] = useState(false)
	const id = useId()
	return (
		<Card as="article" aria-labelledby={`${id}-title`} className="grid gap-3 p-4 sm:p-5">
			<div className="flex items-start justify-between gap-3">
				<div className="grid min-w-0 gap-0.5">
					<h3 id={`${id}-title`} className="font-semibold leading-snug">
						{cardTitle(chat.question)}
					</h3>
					<p className="text-ink-soft text-sm">
						<time dateTime={chat.createdAt.toISOString()}>{timestamp(chat.createdAt)}</time>
						<span aria-hidden="true"> · </span>
						<span>{categoryLabel(categoryOf(chat.question))}</span>
					</p>
				</div>
				{chat.isFavorite ? (
					<span className="text-brand">
						<Icon name="star-filled" />
						<span className="sr-only">{m.conversations_is_favorite()}</span>
					</span>
				) : null}
			</div>
			{isOpen ? <Details id={`${id}-details`} chat={chat} isReopening={isReopening} onReopen={onReopen} /> : null}
			<div className="-mx-2 grid grid-cols-3 border-line border-t pt-2 sm:flex sm:gap-x-1 print:hidden">
				<Button
					variant="quiet"
					className={actionLook}
					aria-pressed={chat.isFavorite}
					aria-describedby={`${id}-title`}
					onClick={onFavorite}
				>
					<Icon name={chat.isFavorite ? 'star-filled' : 'star'} className="size-5" />
					{m.conversations_favorite()}
				</Button>
				<Button
					variant="quiet"
					className={actionLook}
					aria-expanded={isOpen}
					aria-controls={isOpen ? `${id}-details` : undefined}
					aria-describedby={`${id}-title`}
					onClick={() => setOpen(!isOpen)}
				>
					<Icon name="chevron" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
					{isOpen ? m.conversations_hide() : m.conversations_show()}
				</Button>
				<Button
					variant="quiet"
					className={`${actionLook} text-danger-text`}
					aria-describedby={`${id}-title`}
					onClick={onDelete}
				>
					<Icon name="trash" className="size-5" />
					{m.conversations_delete()}
				</Button>
			</div>
		</Card>
	)
}

/** On a phone the picture stands above its word, so that all three fit side by side. */
const actionLook = 'flex-col gap-0.5 px-1 text-sm sm:flex-row sm:gap-2 sm:px-3 sm:text-base'

type DetailsProps = { id: string; chat: SavedChat; isReopening: boolean; onReopen(): void }

function Details({ id, chat: { question, answer }, isReopening, onReopen }: DetailsProps) {
	return (
		<div id={id} className="grid justify-items-start gap-3">
			<dl className="grid gap-1">
				<dt className="font-semibold text-ink-soft text-sm">{m.conversations_question()}</dt>
				<dd className="max-w-prose whitespace-pre-line">{question}</dd>
				<dt className="pt-2 font-semibold text-ink-soft text-sm">{m.conversations_answer()}</dt>
				<dd className="max-w-prose whitespace-pre-line">{answer}</dd>
			</dl>
			<Button variant="secondary" busy={isReopening} busyLabel={m.conversations_reopening()} onClick={onReopen}>
				{m.conversations_reopen()}
			</Button>
		</div>
	)
}
